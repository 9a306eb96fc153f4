"""The pages on the rulesets: every switch of every preset, and tests that exist."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from goboard import BLACK
from goboard.game import Game
from goboard.rules import Rules

TESTS = Path(__file__).parent
PAGES = TESTS.parent / "docs" / "rules"
PAGE_OF = {
    "chinese-ogs": "chinese", "chinese-kgs": "chinese", "bga": "aga", "french": "aga", "aga-button": "aga", "ancient-territory": "stone-scoring",
}  # fmt: skip


@pytest.fixture(scope="module")
def names():
    return {name for path in TESTS.glob("test_*.py") for name in re.findall(r"^ *def (test_\w+)", path.read_text(encoding="utf-8"), re.M)}


@pytest.mark.parametrize("page", sorted(path.name for path in PAGES.glob("*.md")))
def test_a_page_names_tests_that_exist(page, names):
    text = (PAGES / page).read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert named and named <= names, sorted(named - names)


@pytest.mark.parametrize("name", Rules.presets())
def test_every_switch_of_a_preset_is_on_its_page(name):
    text = (PAGES / f"{PAGE_OF.get(name, name)}.md").read_text(encoding="utf-8")
    rules, plain = Rules.preset(name), Rules()
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if field.compare and value != getattr(plain, field.name):
            shown = f'{field.name}="{value}"' if isinstance(value, str) else f"{field.name}={value:g}" if isinstance(value, float) else f"{field.name}={value}"
            assert f"`{shown}" in text, shown


# Black takes the ko at C4, White retakes it at B4.
# . X O . .
# X O . O .
# . X O . .
KO_BLACK, KO_WHITE = ["B5", "A4", "B3"], ["C5", "B4", "D4", "C3"]


@pytest.mark.parametrize(("rules", "barred"), [("new-zealand", True), ("aga", True), ("bga", False), ("french", False)])
def test_a_position_after_a_pass_of_ones_own_bars_the_play_that_makes_it_again(rules, barred):
    # New Zealand: "as it was after any of that player's previous moves", and a pass is a move. British, 6.2: "created by a board play".
    game = Game(5, rules)
    game.setup(KO_BLACK, KO_WHITE, to_play=BLACK)
    for move in ("E1", "pass", "C4"):
        game.play(move)
    assert (game.why_illegal("B4") is not None) == barred
