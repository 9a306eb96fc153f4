"""Bytes that do not say their encoding, or say nonsense. The names are those of real players and events."""

import encodings
import pkgutil

import pytest

from goboard import sgf

CHINESE = ["聂卫平", "柯洁", "古力", "李世石", "唐韦星", "黑中盘胜", "第五届应氏杯", "芈昱廷 九段"]
TAIWAN = ["周俊勳", "張栩", "王元均", "許皓鋐", "中華民國圍棋協會", "白勝三目半"]
JAPANESE = ["井山裕太", "一力遼", "呉清源", "仲邑菫", "本因坊秀策", "福岡航太朗", "第三十五期棋聖戦", "黒中押し勝ち"]
KOREAN = ["이창호", "조훈현", "신진서", "최정", "흑 불계승", "제1회 삼성화재배 결승 3국"]
RUSSIAN = ["Иван Петров", "Александр Динерштейн", "Илья Шикшин", "Казань, Кубок мэра"]
WESTERN = ["André Müller", "Jérôme Hubert", "Señor Núñez", "Ångström", "José"]
NAMES = [
    *(("gb18030", name) for name in CHINESE),
    *(("cp950", name) for name in TAIWAN),
    *(("cp932", name) for name in JAPANESE),
    *(("euc_jp", name) for name in JAPANESE),
    *(("cp949", name) for name in KOREAN),
    *(("cp1251", name) for name in RUSSIAN),
    *(("koi8-r", name) for name in RUSSIAN),
    *(("latin-1", name) for name in WESTERN),
    *(("utf-8", name) for name in CHINESE + JAPANESE + KOREAN + RUSSIAN + WESTERN),
]


@pytest.mark.parametrize("encoding, name", NAMES)
def test_a_name_alone_is_enough(encoding, name):
    games = sgf.loads(f"(;GM[1]SZ[9]PB[{sgf.escape(name)}];B[ee])".encode(encoding))
    assert games[0].root.text("PB") == name
    assert games.encoding == encoding
    assert any(encoding in told for told in games.warnings) == (encoding != "utf-8")


@pytest.mark.parametrize("encoding, names", [("gb18030", CHINESE), ("cp950", TAIWAN), ("cp932", JAPANESE), ("euc_jp", JAPANESE), ("cp949", KOREAN), ("cp1251", RUSSIAN)])
def test_a_long_text(encoding, names):
    told = ", ".join(names * 20)
    assert sgf.loads(f"(;SZ[9]C[{sgf.escape(told)}];B[ee])".encode(encoding))[0].root.text("C") == told


@pytest.mark.parametrize("encoding, name", [("cp932", "井山裕太"), ("cp1251", "Иван")])
def test_the_caller_knows_better(encoding, name):
    data = f"(;SZ[9]CA[gb2312]PB[{name}];B[ee])".encode(encoding)
    games = sgf.loads(data, encoding=encoding)
    assert games[0].root.text("PB") == name and games.encoding == encoding


def test_half_a_character_spoils_only_itself():
    text = f"(;SZ[9]PB[{', '.join(CHINESE)}]C[".encode("gb18030") + b"\xff];B[ee])"
    games = sgf.loads(text)
    assert games.encoding == "gb18030" and games[0].root.text("PB") == ", ".join(CHINESE)
    assert any("damaged" in told for told in games.warnings)


# What a hostile CA may name: every module of the standard library's encodings.
CODECS = sorted({*(module.name for module in pkgutil.iter_modules(encodings.__path__)), "utf-7", "u8", "rot13", "base64", "unicode-escape", "mbcs", "a" * 300, "..", "ÿ"})
NO_TEXT = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "hex_codec", "zlib_codec", "bz2_codec", "base64_codec", "rot_13", "utf_7"}
BODIES = [b"C[" + b"a" * 100 + b"]", b"C[\xff\xfe..]", b"C[+AGEAYgBj-\\N{DIGIT ONE}\\ud800]", b"C[a.." + b"." * 70 + b"]", b"C[\xe5\x90"]


@pytest.mark.parametrize("name", CODECS)
def test_any_codec_in_a_hostile_file(name):
    for body in BODIES:
        data = b"(;CA[" + name.encode("latin-1") + b"]SZ[9]" + body + b";B[aa])"
        games = sgf.loads(data)
        sgf.dumps(games)
        try:
            sgf.loads(data, strict=True)
        except sgf.SGFError:
            continue
        assert name not in NO_TEXT
    if name in NO_TEXT:
        assert any("unknown encoding" in told for told in games.warnings)
        with pytest.raises(LookupError):
            sgf.loads(b"(;)", encoding=name)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff"])
def test_a_text_that_is_not_what_its_mark_says(mark):
    with pytest.raises(sgf.SGFError):
        sgf.loads(mark + b"\xff\xd8\xff", strict=True)
    with pytest.raises(sgf.SGFError):
        sgf.loads(mark + b"\xff\xd8\xff")


def test_strict_reading_with_an_encoding_raises_sgf_errors():
    with pytest.raises(sgf.SGFError, match="byte 3"):
        sgf.loads(b"(;C\xff[])", strict=True, encoding="utf-8")
