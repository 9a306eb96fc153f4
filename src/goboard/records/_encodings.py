"""How the bytes of a game record become text: what they say themselves, or what they look like.

CA is the property of FF[4] that names an encoding (https://www.red-bean.com/sgf/properties.html#CA); most files of the East
lack it. What the bytes look like is told by how many characters are frequent in the language that goes with an encoding: the
lists below are of the characters of players' names, titles and reports.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from itertools import islice

from goboard.records._sgf import MOST_WARNINGS, SGFError

# What files and people call an encoding -> the Python codec that reads a superset of it.
WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb": "gb18030", "euc-cn": "gb18030", "x-gbk": "gb18030",
    "big5": "cp950", "shift-jis": "cp932", "sjis": "cp932", "shiftjis": "cp932", "x-sjis": "cp932",
    "euc-kr": "cp949", "ks-c-5601-1987": "cp949", "x-euc-jp": "euc_jp", "ascii": "utf-8", "us-ascii": "utf-8",
}  # fmt: skip
# The codecs of Python that are encodings of text, by the names that they give themselves. The others (idna, unicode_escape, hex, zlib, utf-7 ...)
# do something else with bytes, some of them in quadratic time.
TEXT = re.compile(
    r"utf-8(-sig)?|utf-(16|32)(-[lb]e)?|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-[a-z0-9-]+|gb2312|gbk|gb18030|hz|big5(hkscs)?|"
    r"shift_jis(x0213|_2004)?|euc_(jp|kr|jisx0213|jis_2004)|iso2022_(jp(_[123]|_ext|_2004)?|kr)|johab|ptcp154|tis-620|hp-roman8|kz1048"
)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.:+-]{0,40}", re.ASCII)
# All repetitions are bounded: the search is linear.
CHARSET = re.compile(rb"CA(?<![A-Z]CA)\s{0,8}\[\s{0,8}([^\]\[\s\\]{0,40}) {0,8}\]")
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"(\0;\0", "utf-16-le"),
    (b"\0(\0;", "utf-16-be"),
)


@lru_cache(256)
def known(name: str) -> str | None:
    """The Python codec for an encoding's name, or None when there is none for text."""
    name = name.strip().lower().replace("_", "-")
    if not NAME.fullmatch(name):
        return None
    try:
        found = codecs.lookup(WIDER.get(name, name)).name
    except (LookupError, UnicodeError, ValueError):
        return None
    return WIDER.get(found.replace("_", "-"), found) if TEXT.fullmatch(found) else None


def codec(name: str) -> str:
    """The Python codec for an encoding as SGF files name it, a superset where there is one. Raises LookupError."""
    if not isinstance(name, str):
        raise TypeError(f"an encoding is named by a str, not {type(name).__name__}")
    found = known(name)
    if found is None:
        raise LookupError(f"unknown encoding: {name[:60]!r}")
    return found


@lru_cache(256)
def _declared(name: str) -> str | None:
    """The codec for what CA says, if a text that says it in ASCII can be in that encoding at all."""
    found = known(name)
    try:
        return found if found is not None and b"(;\\n]".decode(found) == "(;\\n]" else None
    except UnicodeError:
        return None


def decode(data: bytes, encoding: str | None, strict: bool, warnings: list[str]) -> tuple[str, str]:
    """The text of a file and the codec it was read with (of its first game, if games say different things).

    The whole text is decoded before it is read: in Shift_JIS, Big5 and GB18030 the second byte of a character may be
    that of "[", "\\" or "]". Raises SGFError, if `strict`, for bytes that are not what they should be; LookupError for an unknown `encoding`.
    """
    if encoding is not None:
        chosen = codec(encoding)
        return _decoded(data, chosen, strict, warnings, f"{encoding}, as the caller says").removeprefix("\ufeff"), chosen
    for mark, wide in MARKS:
        if data.startswith(mark):
            return _decoded(data, wide, strict, warnings, f"{wide}, as its first bytes say").removeprefix("\ufeff"), wide
    first = CHARSET.search(data)
    if first is None or all(found[1] == first[1] for found in CHARSET.finditer(data, first.end())):
        return _one(data, strict, warnings)
    texts, used = [], []
    for piece in _games_apart(data):
        text, chosen = _one(piece, strict, warnings)
        texts.append(text)
        used.append(chosen)
    return "".join(texts), used[0]


def _decoded(data: bytes, chosen: str, strict: bool, warnings: list[str], why: str) -> str:
    try:
        return data.decode(chosen)
    except (UnicodeError, OverflowError) as error:
        told = f"the text is not {why}: byte {getattr(error, 'start', 0)}"
        if strict:
            raise SGFError(told) from None
        _warn(warnings, told)
    return data.decode(chosen, "replace")


def _warn(warnings: list[str], told: str) -> None:
    if len(warnings) < MOST_WARNINGS:
        warnings.append(told)


def _games_apart(data: bytes) -> list[bytes]:
    """A file whose games declare different encodings, cut where a root node with a CA begins."""
    cuts, game = [0], None
    for found in re.finditer(rb"\(\s*;|CA(?<![A-Z]CA)\s{0,8}\[", data):
        if found[0].startswith(b"("):
            game = found.start()
        elif game is not None:
            cuts.append(game)
            game = None
    del cuts[1:2]  # the first game keeps what stands before it
    return [data[start:end] for start, end in zip(cuts, cuts[1:] + [len(data)])]


def _one(data: bytes, strict: bool, warnings: list[str]) -> tuple[str, str]:
    declared = CHARSET.search(data)
    name = declared[1].decode("latin-1") if declared else ""
    said = _declared(name) if name else None
    if name and said is None:
        if strict:
            raise SGFError(f"unknown encoding CA[{name}]")
        _warn(warnings, f"unknown encoding CA[{name}]")
    if said is not None:
        try:
            return data.decode(said), said
        except (UnicodeError, OverflowError) as error:
            told = f"the text is not {name} as CA says: byte {getattr(error, 'start', 0)}"
            if strict:
                raise SGFError(told) from None
            _warn(warnings, told)
        if _damage(_sample(data), said) <= 0.25:
            return data.decode(said, "replace"), said
    guess = guessed(data)
    if said is not None and guess in ("latin-1", "cp1252"):
        return data.decode(said, "replace"), said
    if guess != "utf-8":
        _warn(warnings, f"the text does not say its encoding: read as {guess}")
    try:
        return data.decode(guess), guess
    except UnicodeError as error:
        _warn(warnings, f"the text is damaged {guess}: byte {getattr(error, 'start', 0)}")
        return data.decode(guess, "replace"), guess


# Guessing.

KANA = "".join(map(chr, range(0x3041, 0x30FF)))
SIGNS = "\u3000\u3001\u3002\u300a\u300b\u300c\u300d\u3010\u3011\uff08\uff09\uff0c\uff1a\uff1f\uff01"
DIGITS = "一二三四五六七八九十百千年月日時分秒大小中上下左右前後目子手先勝本名人天王段第回局期戰白黑棋星"
SIMPLIFIED = (
    "的一是不了在人有我他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看"
    "学进种将还分此心前面又定见只主没公从知使全些但样机战头正点手应长回位打打角边活死眼气劫目星围棋黑白胜负半中盘先让子贴提吃断接飞跳尖挂夹拆托扳虎粘冲挡爬立厚薄实地势"
    "赛杯届届决赛局第名人王天元本因坊段级职业业余冠军联赛甲乙丙公开邀请擂台友谊网络快速贴目规则中国韩国日本北京上海杭州"
    "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文聂古柯芈连檀范党"
    "卫平晓春华以刚斌伟洁宇廷昱灏睿羊鼎耀文嘉豪越鹤洋岳彤笑然光力毅磊诗意霆申海钟靖之若然屠铭皓旭轩梓辛鑫永鉴小明建国志强俊杰军辉涛超勇平浩丹妮一博昊天泽思远瑞祥清源昌镐世乭薰铉炫廷桓志锡镇瑞润埈准赫治勋光林海峰"
)
TRADITIONAL = (
    "的一是不了在人有我他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生自會那後能對著事其里所去行過家十用發天如然作方成者多日都三小軍二無同經法當起與好看學進種將還分此心前面又定見只主沒公從知使全些但樣機戰頭正點手應長回位"
    "打角邊活死眼氣劫目星圍棋黑白勝負半盤先讓貼提吃斷接飛跳尖掛夾拆托扳虎粘衝擋爬立厚薄實勢賽杯屆決局第名人王元本因坊段級職業餘冠聯甲乙丙公開邀請擂台友誼網路快速規則中華民國臺灣協會韓國日本北京上海"
    "李王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔崔康毛邱秦江史顧侯邵孟龍萬錢湯尹黎易常武喬賀賴龔文聶"
    "俊勳紹皓士元立誠嘉澤以倫柏亦景庭維曙嘯宇祥聖芳峻平銘裕海峰光弈丞彥鈞楷軒君逸哲信宏志強傑輝衛清源昌鎬棋聲"
)
JAPANESE = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌悪図週室歩風紙黒花春赤青館屋色走秋夏習洋旅服夕借曜肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢"
    "囲碁棋聖名人戦天元王座杯位段級本因坊十段決勝挑戦手合第回局期予選準優勝中押勝負持碁白黒先番込互先置石目半定先級初段九段八段七段六段五段四段三段二段初段日本関西院東京大阪名古屋総本部対局者記録解説新聞社主催打碁譜布石"
    "井山裕太張栩羽根直樹高尾紳路山下敬吾小林光一趙治勲武宮正樹加藤正夫大竹英雄石田芳夫林海峰坂田栄男木谷実呉清源藤沢秀行橋本宇太郎宇太郎昌二秀哉秀策依田紀基王立誠王銘琬結城聡河野臨村川大介伊田篤史一力遼芝野虎丸許家元余正麒本木克弥平田智也藤沢里菜上野愛咲美仲邑菫謝依旻"
    "佐鈴木渡辺伊藤中村小川加吉田山田佐々木松本井上木村清水山崎阿部池森橋石斎藤前岡後藤長谷近遠坂福太郎次三和幸雄久義弘孝昭博茂勇隆治信俊健康浩誠哲郎彦雅之美恵智香梨由紀真奈優"
)
KOREAN = (
    "가각간갈감강개거건검게겨격결경계고곡곤공과관광교구국군권규균그극근금기길김까나난남내년노녀농는능니다단달담당대더덕도독동두드득들등딸라락란람래량러런렬령례로록론료루류률르름리린림마만말망매맹면명모목무문물미민바박반발방배백번범법벽변병보복본봉부북분불비빈사산살삼상새생서석선설섭성세소속손솔송수숙순술숭스슬습승시식신실심아안알암양어억언얼업엔여역연열염영예오옥온와완왕요용우욱운웅원월위유육윤율으은을음의이익인일임입자작잔장재저적전절점정제조족존종좌주죽준중증지직진집차찬참창채처천철첨청체초촌총최추축춘출충치칠침카타탁태택테토통트판패편평포표품풍프필하학한할함합항해행향허헌혁현협형혜호혼홍화환황회효후훈휘흑희흥힘백흑불계승집반둑국대회결승전기왕위명인천원프로단급본선예선도전신공서울"
)  # fmt: skip

# For each encoding: the bytes of its common characters (hanzi and kanji of level 1, kana, hangul, punctuation), and the frequent ones.
EAST_ASIAN = {
    "gb18030": (re.compile(rb"[\xa1\xa3\xb0-\xd7][\xa1-\xfe]"), frozenset(SIMPLIFIED + DIGITS + SIGNS)),
    "cp949": (re.compile(rb"[\xa1\xa3\xb0-\xc8][\xa1-\xfe]"), frozenset(KOREAN + SIGNS)),
    "cp950": (re.compile(rb"[\xa1\xa4-\xc6][\x40-\x7e\xa1-\xfe]"), frozenset(TRADITIONAL + DIGITS + SIGNS)),
    "cp932": (
        re.compile(rb"[\x88-\x97][\x40-\x7e\x80-\xfc]|\x82[\x4f-\xf1]|\x83[\x40-\x96]|\x81[\x40-\x9e]"),
        frozenset(JAPANESE + DIGITS + KANA + SIGNS),
    ),
    "euc_jp": (re.compile(rb"[\xa1\xa3\xa4\xa5\xb0-\xcf][\xa1-\xfe]"), frozenset(JAPANESE + DIGITS + KANA + SIGNS)),
}
CYRILLIC = {"cp1251": "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "koi8-r": "абвгдежзийклмнопрстуфхцчшщъыьэюяё"}
FREQUENT_CYRILLIC = frozenset("оеаинтсрвлкмдпуяА")
SAMPLE = 60_000
MOST_CHARACTERS = 3000


def _sample(data: bytes) -> bytes:
    """Some of the data from its first byte beyond ASCII on, which begins a character in every encoding."""
    first = re.search(rb"[\x80-\xff]", data)
    return data[first.start() : first.start() + SAMPLE] if first else b""


def _as(sample: bytes, name: str) -> str:
    """The sample's text, damage replaced; a last character that is cut is left out."""
    return codecs.getincrementaldecoder(name)("replace").decode(sample)


def _damage(sample: bytes, name: str) -> float:
    """How many faults there are for each character beyond ASCII."""
    text = _as(sample, name)
    faults = text.count("\ufffd")
    foreign = sum(1 for _ in re.finditer("[^\0-\x7f\ufffd]", text))
    return faults / foreign if foreign else float(faults > 0)


def guessed(data: bytes) -> str:
    """The codec of bytes that do not say: UTF-8 if they are, or if most are; else the one whose language they look most like."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    sample = _sample(data)
    if text is not None:
        # Two hanzi may happen to be valid UTF-8, but not of any letters that names are written in.
        plausible = not sample or len(sample) > 40 or re.search("[\u0800-\U0010ffff]", text) or not re.search("[\u0180-\u036f\u0530-\u058f\u0600-\u07ff]", text)
        return "utf-8" if plausible or _east_asian(sample, "gb18030", *EAST_ASIAN["gb18030"]) < 0.9 else "gb18030"
    if _damage(sample, "utf-8") <= 0.25:
        return "utf-8"
    scores = {name: _east_asian(sample, name, *how) for name, how in EAST_ASIAN.items()}
    scores |= {name: _cyrillic(sample, name) for name in CYRILLIC}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] >= 0.45:
        return best
    return "cp1252" if re.search(rb"[\x80-\x9f]", data) and not re.search(rb"[\x81\x8d\x8f\x90\x9d]", data) else "latin-1"


def _east_asian(sample: bytes, name: str, common: re.Pattern[bytes], frequent: frozenset[str]) -> float:
    """How much the text looks like the language: 1 for each frequent character, half for a common one, less than nothing for damage."""
    text = _as(sample, name)
    score, count = 0.0, 0
    for found in islice(re.finditer("[^\0-\x7f]", text), MOST_CHARACTERS):
        char = found[0]
        count += 1
        if char == "\ufffd":
            score -= 3
        elif char in frequent:
            score += 1
        elif common.fullmatch(char.encode(name)):
            score += 0.5
    return score / count if count else 0.0


def _cyrillic(sample: bytes, name: str) -> float:
    """The same of Russian words: small letters, the first perhaps a capital, or capitals alone; a word of three letters there must be."""
    text = _as(sample, name)
    small = CYRILLIC[name]
    words = list(islice(re.finditer("[^\0-\x7f]+", text), MOST_CHARACTERS))
    count = sum(len(word[0]) for word in words)
    if not any(len(word[0]) >= 3 for word in words):
        return 0.0
    score = 0.0
    for word in words:
        letters = word[0]
        lower = letters.lower()
        if set(lower) <= set(small) and (letters[1:].islower() or len(letters) == 1 or letters.isupper()):
            score += sum(1.0 if letter in FREQUENT_CYRILLIC else 0.6 for letter in lower) * (0.9 if len(letters) > 1 and letters.isupper() else 1.0)
    return 0.95 * score / count
