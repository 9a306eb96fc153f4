"""Rulesets by name, KataGo's words for them, and what a record of rules promises."""

import copy
import json
import pickle
import re
from itertools import product
from pathlib import Path

import pytest

from goboard.rules import CHOICES, Rules, describe

# KataGo's table of presets: ko, scoring, tax, suicide, handicap bonus, friendlyPassOk, komi.
KATAGO = {
    "tromp-taylor": ("POSITIONAL", "AREA", "NONE", True, "0", False, 7.5),
    "chinese": ("SIMPLE", "AREA", "NONE", False, "N", True, 7.5),
    "chinese-ogs": ("POSITIONAL", "AREA", "NONE", False, "N", True, 7.5),
    "chinese-kgs": ("POSITIONAL", "AREA", "NONE", False, "N", True, 7.5),
    "japanese": ("SIMPLE", "TERRITORY", "SEKI", False, "0", False, 6.5),
    "korean": ("SIMPLE", "TERRITORY", "SEKI", False, "0", False, 6.5),
    "aga": ("SITUATIONAL", "AREA", "NONE", False, "N-1", True, 7.5),
    "bga": ("SITUATIONAL", "AREA", "NONE", False, "N-1", True, 7.5),
    "french": ("SITUATIONAL", "AREA", "NONE", False, "N-1", True, 7.5),
    "aga-button": ("SITUATIONAL", "AREA", "NONE", False, "N-1", True, 7.0),
    "new-zealand": ("SITUATIONAL", "AREA", "NONE", True, "0", True, 7.0),
    "ing": ("POSITIONAL", "AREA", "NONE", True, "0", True, 7.5),
    "stone-scoring": ("SIMPLE", "AREA", "ALL", False, "0", True, 7.5),
    "ancient-territory": ("SIMPLE", "TERRITORY", "ALL", False, "0", False, 6.5),
}
NAMES = {
    "japanese": ["Japanese", "JAPANESE", "japan", "jp", "Japanese rules", "日本", "日本规则", "日本規則", "日本ルール", "日本囲碁規則"],
    "korean": ["Korean", "korea", "韩国规则", "韓国ルール", "한국", "한국 규칙"],
    "chinese": ["Chinese", "cn", "中国", "中国规则", "中國規則", "中国ルール", "Chinese Rules"],
    "ing": ["Ing", "GOE", "goe", "SST", "应氏", "應氏規則", "应氏规则", "计点制", "ing_rules"],
    "aga": ["AGA", "aga rules"],
    "new-zealand": ["NZ", "nz", "New Zealand", "new_zealand", "new zealand rules"],
    "tromp-taylor": ["Tromp-Taylor", "tromp_taylor", "Tromp Taylor", "TT"],
    "stone-scoring": ["stone_scoring", "stone-scoring", "ancient-area"],
    "chinese-ogs": ["chinese-ogs", "Chinese-OGS"],
}  # fmt: skip


@pytest.mark.parametrize("name", KATAGO)
def test_a_preset_is_katagos(name):
    if Rules.preset(name).ko == "natural":
        with pytest.raises(ValueError, match="ko='natural'"):
            Rules.preset(name).to_katago()
        return
    ko, scoring, tax, suicide, bonus, friendly, komi = KATAGO[name]
    keys = dict(ko=ko, scoring=scoring, tax=tax, suicide=suicide, whiteHandicapBonus=bonus, friendlyPassOk=friendly, komi=komi)
    keys["hasButton"] = name == "aga-button"
    text = Rules.preset(name).to_katago()
    if name != "korean":
        assert json.loads(text) == keys
    assert Rules.parse(text) == Rules.preset(name)


@pytest.mark.parametrize("name, spelling", [(name, s) for name, spellings in NAMES.items() for s in spellings])
def test_usual_spellings(name, spelling):
    assert Rules.parse(spelling) == Rules.preset(spelling) == Rules.preset(name)


def test_the_rulesets_differ():
    different = {Rules.preset(name) for name in Rules.presets()}
    assert len(different) == len(Rules.presets()) - 2  # chinese-kgs is chinese-ogs, french is bga


def test_whatever_katago_expresses_comes_back():
    values = product(
        ["SIMPLE", "POSITIONAL", "SITUATIONAL"], ["AREA", "TERRITORY"], ["NONE", "SEKI", "ALL"], [True, False], [True, False],
        ["0", "N", "N-1"], [True, False], [0, 6.5, 7, 8, -3.5],
    )  # fmt: skip
    keys = ("ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk", "komi")
    for chosen in values:
        rules = Rules.parse(dict(zip(keys, chosen)))
        assert Rules.parse(rules.to_katago()) == rules
        assert Rules.parse(json.dumps(dict(zip(keys, chosen)))) == rules
        ko, scoring, tax, suicide, button, bonus, friendly, komi = chosen
        listed = f"ko{ko}score{scoring}tax{tax}sui{suicide:d}button{button:d}whb{bonus}fpok{friendly:d}komi{komi}"
        assert Rules.parse(listed) == rules


def test_keys_left_out_are_tromp_taylors():
    assert Rules.parse("{}") == Rules.preset("tromp-taylor")
    assert Rules.parse("koPOSITIONAL") == Rules.preset("tromp-taylor")
    assert Rules.parse('{"scoring": "TERRITORY", "ko": "SIMPLE", "suicide": false}') == Rules.preset("japanese")
    assert Rules.parse("scoreTERRITORYkoSIMPLEsui0").komi == 6.5


def test_komi_can_be_left_out_for_a_command_that_refuses_it():
    assert "komi" not in json.loads(Rules.preset("chinese").to_katago(komi=False))


def test_ties_go_into_katagos_komi():
    assert json.loads(Rules.preset("ing").to_katago())["komi"] == 7.5
    assert Rules.preset("ing").komi == 8


@pytest.mark.parametrize(
    "text",
    ["", "  ", "xyz", "koFOO", "koSIMPLEzz", "koSIMPLEkoSIMPLE", '{"ko": "SPIGHT"}', '{"foo": 1}', '{"komi": "a"}', "[1]",
     '{"komi": NaN}', '{"komi": Infinity}', '{"suicide": 1}', '{"tax": null}', "{" * 5000, '{"ko": ["SIMPLE"]}'],
)  # fmt: skip
def test_what_is_no_ruleset_is_a_value_error(text):
    with pytest.raises(ValueError):
        Rules.parse(text)


@pytest.mark.parametrize("text", [None, 3, b"japanese", ["japanese"]])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError):
        Rules.parse(text)


@pytest.mark.parametrize("changes, field", [
    ({"strict": True}, "strict"),
    ({"illegal": "loss"}, "illegal"),
    ({"tie": "white"}, "tie"),
    ({"long_cycle": "draw"}, "long_cycle"),
])  # fmt: skip
def test_what_katago_cannot_express_is_named(changes, field):
    rules = Rules.preset("japanese", komi=6).with_(**changes)
    with pytest.raises(ValueError, match=field):
        rules.to_katago()


def test_repr_shows_every_deviation_and_reads_back():
    rules = Rules.preset("chinese", komi=5.5, illegal="pass")
    assert repr(rules) == "Rules.preset('chinese', komi=5.5, illegal='pass')"
    for r in [rules, Rules(), Rules(scoring="area", tax="none"), *map(Rules.preset, Rules.presets())]:
        assert eval(repr(r), {"Rules": Rules}) == r


def test_a_record_is_frozen_hashed_copied_pickled():
    rules = Rules.preset("aga", komi=0.5)
    with pytest.raises(AttributeError):
        rules.komi = 1
    assert hash(rules) == hash(Rules.preset("aga", komi=0.5).with_(name="usgo"))
    for same in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
        assert same == rules and same.name == rules.name


@pytest.mark.parametrize("field", CHOICES)
def test_a_field_takes_its_words_only(field):
    with pytest.raises(ValueError, match=field):
        Rules.preset("japanese", **{field: "sometimes"})
    with pytest.raises(TypeError, match=field):
        Rules.preset("japanese", **{field: 1})


@pytest.mark.parametrize("komi, error", [
    (float("nan"), ValueError), (float("inf"), ValueError), ("6.5", TypeError), (None, TypeError), (True, TypeError), (10**400, ValueError),
], ids=["nan", "inf", "text", "none", "bool", "huge"])  # fmt: skip
def test_komi_is_a_finite_number(komi, error):
    with pytest.raises(error):
        Rules.preset("japanese", komi=komi)


def test_combinations_without_meaning_are_refused():
    with pytest.raises(ValueError, match="long_cycle"):
        Rules(ko="positional", long_cycle="draw")
    with pytest.raises(ValueError, match="tax"):
        Rules(scoring="stones", tax="seki")
    with pytest.raises(ValueError, match="strict"):
        Rules(scoring="area", tax="none", strict=True)
    with pytest.raises(ValueError, match="no field"):
        Rules.preset("japanese", kommi=6)


def test_half_a_zi_each_is_one_point_each():
    assert Rules.preset("chinese", compensation="half zi") == Rules.preset("chinese")


def test_area_with_group_tax_is_stone_scoring():
    assert Rules(scoring="area", tax="all") == Rules(scoring="stones", tax="all")


@pytest.mark.parametrize("name", Rules.presets())
def test_rules_describe_themselves(name):
    text = describe(name)
    assert name in text and "komi" in text and len(text.splitlines()) >= 10


def test_the_example_of_the_page_runs(capsys):
    page = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    exec(code, {})
    printed = capsys.readouterr().out
    assert printed.splitlines()[0] == code.split("# ")[-1].split()[0] and "dead stone" in printed


def test_every_test_that_the_pages_name_exists():
    root = Path(__file__).parent.parent
    pages = [root / "docs" / "rules.md", *sorted((root / "docs" / "rules").glob("*.md"))]
    named = {name for page in pages for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))}
    tests = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    defined = set(re.findall(r"^def (test_\w+)", tests, re.M))
    assert len(named) > 80 and named <= defined


def test_the_pages_list_every_preset_as_it_is():
    page = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 11 and cells[0] != "preset" and not cells[0].startswith("-"):
            rows.update(dict.fromkeys(cells[0].split(", "), cells))
    assert set(rows) == set(Rules.presets())
    for name, (_, ko, cycle, suicide, scoring, tax, *_, komi, bonus, tie) in rows.items():
        rules = Rules.preset(name)
        assert {"hot stones": "ing"}.get(ko, ko) == rules.ko and tax == rules.tax and scoring.split(",")[0] == rules.scoring
        assert (cycle in ("forbidden", "one round")) == (rules.long_cycle == "forbidden") and (suicide != "no") == rules.suicide
        assert float(komi) == rules.komi and {"0": "none"}.get(bonus, bonus) == rules.compensation and tie.lower() == rules.tie


@pytest.mark.parametrize("text", ["japanese\x00", "jap\x07anese", "chinese\u200b"])
def test_control_characters_are_refused(text):
    with pytest.raises(ValueError, match="printable"):
        Rules.parse(text)


def test_a_slip_of_the_pen_gets_a_hint():
    with pytest.raises(ValueError, match="did you mean 'japanese'"):
        Rules.parse("japanse")
