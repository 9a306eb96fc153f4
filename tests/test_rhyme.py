"""The page on life and death is what its script makes now, and its proofs agree with the verse where the verse was confirmed elsewhere."""

import importlib.util
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
PAGE = ROOT / "docs" / "life-and-death.md"
SCRIPT = ROOT / "tools" / "life_and_death.py"

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="the documents are not here")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("life_and_death", SCRIPT)
    module = sys.modules["life_and_death"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


def rows_of(page):
    """The table rows of the page: name -> the other cells."""
    return {cells[0]: cells[1:] for line in page.splitlines() if line.startswith("| ") for cells in [[c.strip() for c in line.strip("|").split("|")]]}


def part(page, title):
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("title", "verses", "table"),
    [("Eye spaces", "LIFE", "life_table"), ("Races", "RACES", "life_table"), ("The endgame, verse beside count", "ENDGAME", "endgame_table")],
)
def test_the_page_is_what_the_script_makes(script, page, title, verses, table):
    made = "\n".join(script.verses(title, getattr(script, verses), getattr(script, table)))
    assert made.partition("\n")[2].strip() in part(page, title)


def test_every_line_of_the_three_sections_is_there(page):
    """As the verse has them, without the lines on other parts of the game."""
    lines = re.findall(r"^\*\*(.+?)\*\*", page, re.MULTILINE)
    assert len(lines) == 9 + 7 + 9
    text = "".join(lines)
    for words in ("直曲三", "团四死", "拳六死", "盘曲四", "角曲四", "小猪嘴", "大猪嘴", "公气长", "大眼杀", "双后扳", "劫三分", "终局劫"):
        assert words in text


def test_nothing_is_left_unknown(page):
    assert not any("unknown" in cell for cells in rows_of(page).values() for cell in cells)


# Exact searches that share no code with ours: with White first, with Black first.
CONFIRMED = {
    "straight three": ("dead", "alive"), "bent three": ("dead", "alive"), "straight four": ("alive", "alive"), "bent four": ("alive", "alive"),
    "bent four, the other way": ("alive", "alive"), "square four": ("dead", "dead"), "T four": ("dead", "alive"),
    "bulky five": ("dead", "alive"), "crossed five": ("dead", "alive"), "rabbity six": ("dead", "alive"), "rectangle of six": ("alive", "alive"),
    "seven": ("alive", "alive"), "side, 6 stones": ("dead", "dead"), "side, 7 stones": ("dead", "alive"), "side, 8 stones": ("alive", "alive"),
    "corner, 4 stones": ("dead", "dead"), "corner, 5 stones": ("dead", "alive"), "corner, 6 stones": ("alive", "alive"),
    "bent four, 0 outside": ("ko", "alive"), "bent four, 1 outside": ("ko", "alive"), "bent four, 2 outside": ("alive", "alive"),
    "six, 0 outside": ("dead", "alive"), "six, 1 outside": ("ko", "alive"), "six, 2 outside": ("alive", "alive"),
    "big snout": ("dead", "alive"), "carpenter's square, no liberty": ("dead", "alive"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFIRMED)
def test_the_statuses_are_those_of_an_independent_search(page, name):
    cells = next(cells for row, cells in rows_of(page).items() if row.partition(" (")[0] == name)
    assert tuple(re.match(r"\w+", cell)[0] for cell in cells) == CONFIRMED[name]


def test_the_middle_point_kills_and_saves(page):
    rows = rows_of(page)
    assert rows["straight three (Black B6)"] == ["dead (D5)", "alive (D5)"]
    assert rows["bent three (Black B7)"] == ["dead (C6)", "alive (C6)"]


@pytest.mark.parametrize(("points", "liberties"), [(3, 3), (4, 5), (5, 8), (6, 12)])
def test_big_eyes_are_worth_the_liberties_of_the_verse(page, points, liberties):
    rows = {name.partition(" (")[0]: cells for name, cells in rows_of(page).items()}
    assert rows[f"{points} points, {liberties} liberties"][0] == "dead"
    assert rows[f"{points} points, {liberties - 1} liberties"][0] == "alive"


@pytest.mark.parametrize(
    ("name", "swing", "value"),
    [("an empty point", "1", "1/2"), ("a stone", "2", "1"), ("taken and filled", "1", "1/3"), ("half-point ko", "1", "1/3"),
     ("first line", "2", "1"), ("in the corner", "3", "1 1/2"), ("second line", "6", "3")],
)  # fmt: skip
def test_the_endgame_values_are_those_of_the_verse(page, name, swing, value):
    assert rows_of(page)[name][:2] == [swing, value]


def test_the_reported_share_is_what_the_estimate_reaches(script, page):
    reported = int(re.match(r"(\d+) of 62", rows_of(page)["goboard.estimate_dead"][0])[1])
    table, _ = script.shares()
    reached = int(re.search(r"(\d+) of 62", table)[1])
    assert reached >= 0.9 * 62
    assert abs(reported - reached) <= 1
    assert all(reported > hits for _, hits in script.PEERS if hits is not None)
