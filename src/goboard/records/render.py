"""Pictures of positions: SVG, text for a terminal, and a game as one HTML page. No dependency but the board itself.

    Path("board.svg").write_text(render.svg(board, heat=result.ownership))
    print(render.text(board))
    print(render.ownership(result.ownership))
    Path("game.html").write_text(render.html(goboard.sgf.load("game.sgf")[0]))

A board here is a Board, anything whose `.board` is one (a Game), a diagram, or an integer array (rows, cols) of 0, 1, 2. Points
are given as everywhere: an int, a (row, col) pair, or a GTP vertex. `region` draws a part of the board: the smallest rectangle around
its points, so two opposite corners will do (region=["A1", "G6"], or "A1:G6"); what lies outside is not drawn.
"""

from __future__ import annotations

import json
import re
from html import escape

import numpy as np

from goboard._core import BLACK, EMPTY, WHITE, Board
from goboard.board import _arguments as arguments
from goboard.board._grid import COLUMN_LETTERS, star_points

__all__ = ["html", "ownership", "ownership_legend", "png", "svg", "text"]

CELL = 32  # distance of two lines, in the units of the picture
WOOD, INK = "#e3b96b", "#4a3216"
_LAST = "last"  # the mark of the last move
SYMBOLS = {"CR": "circle", "TR": "triangle", "SQ": "square", "MA": "cross"}


def _board(board) -> Board | _Stones:
    if isinstance(board, Board):
        return arguments.own(board)
    inner = getattr(board, "board", None)
    if isinstance(inner, Board):
        return arguments.own(inner)
    return arguments.position(board) if isinstance(board, str) else _array_board(board)


class _Stones:
    """An array that is looked at as a board: also positions that no Board may hold, such as a chain without a liberty."""

    last_move = None

    def __init__(self, stones: np.ndarray):
        self.stones = stones
        self.shape = stones.shape


def _array_board(array) -> _Stones:
    wanted = "a board to draw must be a Board, a Game, a diagram, or an integer array of 0, 1, 2, shape (rows, cols), 1 to 25 each"
    try:
        stones = np.array(array, subok=False)
    except ValueError:  # rows of several lengths
        raise ValueError(f"{wanted}, not {arguments.shown(array)}") from None
    if stones.ndim != 2 or stones.dtype.kind not in "iu" or not 1 <= min(stones.shape) <= max(stones.shape) <= 25:
        raise ValueError(f"{wanted}, not {arguments.shown(array)}")
    if stones.min() < EMPTY or stones.max() > WHITE:
        raise ValueError(f"{wanted}; {int(stones.max() if stones.max() > WHITE else stones.min())} is none of them")
    return _Stones(stones.astype(np.uint8))


class _View:
    """The part of a board that is drawn: points are its own, row * cols + col from its upper left."""

    def __init__(self, board: Board | _Stones, region):
        self.board = board
        self.empty = board if isinstance(board, Board) else Board(board.shape)  # to read points by
        self.whole = board.shape
        self.top, self.left, self.bottom, self.right = self._window(region)
        self.rows, self.cols = self.bottom - self.top + 1, self.right - self.left + 1
        self.stones = np.asarray(board.stones)[self.cut]

    def _window(self, region) -> tuple[int, int, int, int]:
        rows, cols = self.whole
        if region is None:
            return 0, 0, rows - 1, cols - 1
        if isinstance(region, str):
            region = region.replace(",", " ").replace(":", " ").replace("-", " ").split()
        found = arguments.points(self.empty, region, "region")
        if not found:
            raise ValueError("region must name points, such as two opposite corners, not none")
        on_rows, on_cols = [p // cols for p in found], [p % cols for p in found]
        return min(on_rows), min(on_cols), max(on_rows), max(on_cols)

    @property
    def cut(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom + 1), slice(self.left, self.right + 1)

    def local(self, point: int) -> int | None:
        """The point in this part, or None outside."""
        row, col = divmod(point, self.whole[1])
        inside = self.top <= row <= self.bottom and self.left <= col <= self.right
        return (row - self.top) * self.cols + col - self.left if inside else None

    def points(self, values, name: str) -> set[int]:
        found = {self.local(point) for point in arguments.points(self.empty, values, name)}
        return {point for point in found if point is not None}

    def by_point(self, values, name: str) -> dict:
        """{point: value} of a dict whose keys are points in any notation."""
        if values is None:
            return {}
        try:
            pairs = list(dict(values).items())
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be a dict from points to what stands there, not {arguments.shown(values)}") from None
        found = {self.local(arguments.point(self.empty, move, name)): value for move, value in pairs}
        found.pop(None, None)
        return found

    def last(self, last_move) -> int | None:
        if last_move is True:
            point = self.board.last_move
        elif last_move is None or last_move is False:
            point = None
        else:
            point = arguments.point(self.empty, last_move, "last_move", passes=True)
        return None if point is None or point == self.whole[0] * self.whole[1] else self.local(point)

    def plane(self, values, name: str) -> np.ndarray:
        """Numbers by point of the whole board, finite, from -1 to 1; the part that is drawn."""
        return _numbers_of(values, self.whole, name)[self.cut]

    def colors(self, values, name: str) -> list[int]:
        given = np.array(values, subok=False)
        if given.shape != self.whole:
            raise ValueError(f"{name} must have the board's shape {self.whole}, not {given.shape}")
        if given.dtype.kind not in "iuf" or not np.isin(given, (EMPTY, BLACK, WHITE)).all():
            raise ValueError(f"{name} must hold 0, 1 and 2")
        return given[self.cut].astype(int).ravel().tolist()

    def stars(self) -> list[tuple[int, int]]:
        return [
            (row - self.top, col - self.left)
            for row, col in sorted(star_points(*self.whole))
            if self.top <= row <= self.bottom and self.left <= col <= self.right
        ]


def _numbers_of(values, shape, name: str) -> np.ndarray:
    try:
        array = np.array(values, dtype=float, subok=False)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers, not {arguments.shown(values)}") from None
    if shape is not None and array.shape != shape:
        raise ValueError(f"{name} must have the board's shape {shape}, not {array.shape}")
    if not np.isfinite(array).all() or array.size and np.abs(array).max() > 1.01:
        raise ValueError(f"{name} must be finite numbers from +1 Black to -1 White")
    return array


def _words(value) -> str:
    """Text for a page: characters that XML has none of are shown as U+FFFD."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(value))


# SVG.


def svg(
    board, *, size=None, coordinates=True, last_move=True, numbers=None, marks=None, labels=None,
    territory=None, heat=None, dead=(), win_rate=None, caption=None, region=None,
) -> str:  # fmt: skip
    """An SVG picture of a position.

    Parameters
    ----------
    board : Board, Game, str or array_like of int, shape (rows, cols)
    size : float, optional
        Width in pixels, 1 to 100 000; as the page gives it by default.
    coordinates : bool
    last_move : bool, point or None
        True for the board's own.
    numbers : bool, int or dict, optional
        True for every move on the board, an int for the last so many, or {point: number}.
    marks : dict, optional
        {point: "circle", "triangle", "square" or "cross"}, also as SGF names them, CR, TR, SQ, MA.
    labels : dict, optional
        {point: text}.
    territory : array_like of int, shape (rows, cols), optional
        0, 1, 2.
    heat : array_like of float, shape (rows, cols), optional
        From +1 Black to -1 White, as `PlayoutResult.ownership`.
    dead : iterable of points
        Stones drawn as taken off.
    win_rate : float, optional
        Black's, 0 to 1, as a bar.
    caption : str, optional
        A line of text below.
    region : iterable of points, optional
        The part of the board that is drawn, by two opposite corners or any points: the rectangle around them. Lines that go on beyond
        it are drawn half a space further.

    Raises
    ------
    ValueError, TypeError
        For arrays of another shape or with values out of range, points off the board and marks that are unknown.

    Examples
    --------
    >>> corner = svg(Board(19), marks={"C3": "circle"}, region=["A1", "G6"])
    """
    view = _View(_board(board), region)
    coordinates = arguments.flag(coordinates, "coordinates")
    size = None if size is None else arguments.real(size, "size", 1, 100_000)
    win_rate = None if win_rate is None else arguments.real(win_rate, "win_rate", 0, 1)
    caption = "" if caption is None else _words(caption)
    margin = _margin(coordinates)
    width, height = (view.cols - 1) * CELL + 2 * margin, (view.rows - 1) * CELL + 2 * margin
    shade = None if heat is None else view.plane(heat, "heat")
    parts = []
    if shade is not None:
        parts.append(_heat(shade, margin))
    parts += _grid(view, margin)
    if coordinates:
        parts.append(_coordinates(view, margin, width, height))
    gone = view.points(dead, "dead")
    parts.append(_stones(view.stones, gone, margin))
    if shade is not None:
        parts.append(_contested(shade, view.stones, margin))
    texts = {**_numbers(view, numbers), **view.by_point(labels, "labels")}
    shapes = {point: _shape_of(mark) for point, mark in view.by_point(marks, "marks").items()}
    last = view.last(last_move)
    if last is not None and last not in texts and last not in shapes:
        shapes[last] = _LAST
    if territory is not None:
        owners = view.colors(territory, "territory")
        alive = {point for point, colour in enumerate(view.stones.ravel()) if colour and point not in gone}
        parts.append(_territory(owners, view.cols, alive | texts.keys() | shapes.keys(), margin))
    parts += [_mark(view, point, shape, margin) for point, shape in shapes.items()]
    parts += [_label(view, point, _words(what), margin, shade is None) for point, what in texts.items()]
    below, extra = _below(width, height, win_rate, caption)
    total = height + extra
    shown = f' width="{_n(size)}" height="{_n(size * total / width)}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(total)}"{shown} '
        f'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">\n{_DEFS}\n'
        f'<rect width="{_n(width)}" height="{_n(total)}" fill="{WOOD}"/>\n' + "\n".join(filter(None, [*parts, below])) + "\n</svg>\n"
    )


def png(picture: str, width: int | None = None) -> bytes:
    """A picture of `svg` as PNG, `width` pixels wide (1 to 20 000). Needs the package cairosvg; raises ImportError without it."""
    if not isinstance(picture, str):
        raise TypeError(f"picture must be the text of an SVG picture, as svg() makes it, not {arguments.shown(picture)}")
    width = None if width is None else arguments.integer(width, "width", 1, 20_000)
    try:
        import cairosvg
    except ImportError:
        raise ImportError("PNG needs the package cairosvg: pip install cairosvg") from None
    return cairosvg.svg2png(bytestring=picture.encode("utf-8"), output_width=width)


_DEFS = (
    '<defs><radialGradient id="gb-black" cx=".35" cy=".3" r=".75"><stop offset="0" stop-color="#666"/>'
    '<stop offset=".5" stop-color="#222"/><stop offset="1" stop-color="#000"/></radialGradient>'
    '<radialGradient id="gb-white" cx=".35" cy=".3" r=".85"><stop offset="0" stop-color="#fff"/>'
    '<stop offset=".6" stop-color="#f2f0ec"/><stop offset="1" stop-color="#c4c0b8"/></radialGradient></defs>'
)


def _margin(coordinates: bool) -> float:
    return CELL * (1.5 if coordinates else 0.75)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _at(point: int, cols: int, margin: float) -> tuple[float, float]:
    row, col = divmod(point, cols)
    return margin + col * CELL, margin + row * CELL


def _grid(view: _View, margin: float) -> list[str]:
    rows, cols = view.whole
    # A line goes half a space beyond a part of the board where the board does.
    up, down, left, right = (CELL / 2 * (cut) for cut in (view.top > 0, view.bottom < rows - 1, view.left > 0, view.right < cols - 1))
    wide, high = (view.cols - 1) * CELL + left + right, (view.rows - 1) * CELL + up + down
    lines = "".join(f"M{_n(margin - left)} {_n(margin + r * CELL)}h{_n(wide)}" for r in range(view.rows))
    lines += "".join(f"M{_n(margin + c * CELL)} {_n(margin - up)}v{_n(high)}" for c in range(view.cols))
    stars = "".join(f'<circle cx="{_n(margin + c * CELL)}" cy="{_n(margin + r * CELL)}" r="3.2"/>' for r, c in view.stars())
    x, y = _n(margin - left), _n(margin - up)
    if up or down or left or right:
        far_x, far_y = _n(margin + (view.cols - 1) * CELL), _n(margin + (view.rows - 1) * CELL)
        sides = [
            f"M{x} {_n(margin)}h{_n(wide)}" if not up else "", f"M{x} {far_y}h{_n(wide)}" if not down else "",
            f"M{_n(margin)} {y}v{_n(high)}" if not left else "", f"M{far_x} {y}v{_n(high)}" if not right else "",
        ]  # fmt: skip
        edge = f'<path d="{"".join(sides)}" fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="square"/>' if any(sides) else ""
    else:
        edge = f'<rect x="{x}" y="{y}" width="{_n(wide)}" height="{_n(high)}" fill="none" stroke="{INK}" stroke-width="1.8"/>'
    return [
        f'<path d="{lines}" stroke="{INK}" stroke-width="1" fill="none" stroke-linecap="square"/>',
        edge,
        f'<g fill="{INK}">{stars}</g>' if stars else "",
    ]


def _coordinates(view: _View, margin: float, width: float, height: float) -> str:
    away = margin * 0.36
    words = []
    for col in range(view.cols):
        for y in (away, height - away):
            words.append(f'<text x="{_n(margin + col * CELL)}" y="{_n(y)}" dy=".35em">{COLUMN_LETTERS[view.left + col]}</text>')
    for row in range(view.rows):
        for x in (away, width - away):
            words.append(f'<text x="{_n(x)}" y="{_n(margin + row * CELL)}" dy=".35em">{view.whole[0] - view.top - row}</text>')
    return f'<g font-size="12.5" fill="{INK}">{"".join(words)}</g>'


def _stones(stones, gone: set[int], margin: float) -> str:
    cols = stones.shape[1]
    shadows, groups = [], {BLACK: [], WHITE: []}
    for point, colour in enumerate(stones.ravel().tolist()):
        if not colour:
            continue
        x, y = _at(point, cols, margin)
        fade = ' opacity=".4"' if point in gone else ""
        groups[colour].append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="15.2"{fade}/>')
        if not fade:
            shadows.append(f'<circle cx="{_n(x + 1.2)}" cy="{_n(y + 1.8)}" r="15.2"/>')
    if not shadows and not groups[BLACK] and not groups[WHITE]:
        return ""
    return (
        f'<g fill="#000" opacity=".22">{"".join(shadows)}</g>\n'
        f'<g fill="url(#gb-black)">{"".join(groups[BLACK])}</g>\n'
        f'<g fill="url(#gb-white)" stroke="#8a8478" stroke-width=".6">{"".join(groups[WHITE])}</g>'
    )


def _heat(heat: np.ndarray, margin: float) -> str:
    """Whose point it comes to be: the deeper the tint, the surer."""
    cells = []
    for (row, col), value in np.ndenumerate(heat):
        strength = min(abs(value), 1.0)
        if strength < 0.03:
            continue
        x, y = margin + (col - 0.5) * CELL, margin + (row - 0.5) * CELL
        colour = "#000" if value > 0 else "#fff"
        cells.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{CELL}" height="{CELL}" '
            f'fill="{colour}" opacity="{_n(strength * (0.6 if value > 0 else 0.8))}"/>'
        )
    return f'<g shape-rendering="crispEdges">{"".join(cells)}</g>'


def _contested(heat: np.ndarray, stones, margin: float) -> str:
    """On stones that are likelier lost than not, a square of the other colour, the larger the surer."""
    squares = []
    for (row, col), value in np.ndenumerate(heat):
        colour = stones[row, col]
        lost = -value if colour == BLACK else value if colour == WHITE else 0
        if lost > 0.1:
            squares.append(_square(row, col, WHITE if colour == BLACK else BLACK, 5 + 9 * min(lost, 1.0), margin))
    return "".join(squares)


def _square(row: int, col: int, colour: int, side: float, margin: float) -> str:
    x, y = margin + col * CELL - side / 2, margin + row * CELL - side / 2
    fill, edge = ("#111", "#777") if colour == BLACK else ("#fff", "#666")
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(side)}" height="{_n(side)}" fill="{fill}" stroke="{edge}" stroke-width=".8"/>'


def _territory(owners: list[int], cols: int, covered: set[int], margin: float) -> str:
    squares = [(point, owner) for point, owner in enumerate(owners) if owner and point not in covered]
    return "".join(_square(*divmod(point, cols), owner, 11, margin) for point, owner in squares)


def _contrast(colour: int) -> str:
    return "#fff" if colour == BLACK else "#000"


def _mark(board, point: int, shape: str, margin: float) -> str:
    x, y = _at(point, board.cols, margin)
    colour = int(board.stones[divmod(point, board.cols)])
    ink = _contrast(colour) if colour else "#9c1b1b"
    style = f'fill="none" stroke="{ink}" stroke-width="2.4"'
    if shape == _LAST:
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" fill="#d8322a"/>' if colour else ""
    if shape == "circle":
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="8" {style}/>'
    if shape == "triangle":
        return f'<path d="M{_n(x)} {_n(y - 9.5)}l8.2 14.2h-16.4z" {style} stroke-linejoin="round"/>'
    if shape == "square":
        return f'<rect x="{_n(x - 6.5)}" y="{_n(y - 6.5)}" width="13" height="13" {style}/>'
    return f'<path d="M{_n(x - 6.5)} {_n(y - 6.5)}l13 13m0 -13l-13 13" {style} stroke-linecap="round"/>'


def _shape_of(mark) -> str:
    """The shape of a mark by either of its names."""
    if not isinstance(mark, str):
        raise TypeError(f"a mark must be one of {', '.join([*SYMBOLS.values(), *SYMBOLS])}, not {arguments.shown(mark)}")
    return SYMBOLS.get(mark) or arguments.choice(mark, "a mark", [*SYMBOLS.values(), *SYMBOLS])


def _label(board, point: int, words: str, margin: float, clear: bool) -> str:
    x, y = _at(point, board.cols, margin)
    colour = int(board.stones[divmod(point, board.cols)])
    size = (17, 17, 14.5, 12)[min(len(words), 3)] if len(words) < 4 else 38 / len(words)
    back = "" if colour else f'<circle cx="{_n(x)}" cy="{_n(y)}" r="11" fill="{WOOD}" opacity="{1 if clear else 0.75}"/>'
    ink = _contrast(colour) if colour else "#000"
    return f'{back}<text x="{_n(x)}" y="{_n(y)}" dy=".35em" font-size="{_n(size)}" fill="{ink}">{escape(words)}</text>'


def _numbers(view: _View, numbers) -> dict[int, str]:
    """The number of the move that put each stone there; where stones were taken and retaken, the last."""
    if numbers is None or numbers is False:
        return {}
    if numbers is not True and not hasattr(numbers, "__index__"):
        return view.by_point(numbers, "numbers")
    last = None if numbers is True else arguments.integer(numbers, "numbers", 0)
    if not isinstance(view.board, Board):
        raise ValueError("numbers must be a dict from points to numbers: stones without a history have no moves to count")
    moves = list(enumerate(view.board.moves, 1))
    stones = view.board.stones.ravel()
    found = {}
    for number, (colour, point) in moves if last is None else moves[max(len(moves) - last, 0) :]:
        if point < stones.size and stones[point] == colour:
            found[view.local(point)] = str(number)
    found.pop(None, None)
    return found


def _below(width: float, height: float, win_rate, caption) -> tuple[str, float]:
    """What stands below the board, and how much room it takes."""
    parts, extra = [], 0.0
    if win_rate is not None:
        left, length, thick = 12.0, width - 24, 20.0
        y = height + 2
        middle = y + thick / 2
        parts.append(
            f'<rect x="{_n(left)}" y="{_n(y)}" width="{_n(length)}" height="{_n(thick)}" rx="3" fill="#fff" stroke="{INK}"/>'
            f'<rect x="{_n(left)}" y="{_n(y)}" width="{_n(length * win_rate)}" height="{_n(thick)}" rx="3" fill="#111"/>'
        )
        for share, x, anchor, inside, outside in (
            (win_rate, left + 6, "start", "#fff", "#000"),
            (1 - win_rate, left + length - 6, "end", "#000", "#fff"),
        ):
            ink = inside if share * length > 48 else outside
            if share * length > 48 or length > 120:
                parts.append(
                    f'<text x="{_n(x)}" y="{_n(middle)}" dy=".35em" font-size="12.5" text-anchor="{anchor}" fill="{ink}">{share:.1%}</text>'
                )
        extra += thick + 12
    if caption:
        size = max(min(14.0, 1.8 * (width - 16) / len(str(caption))), 7.0)
        parts.append(
            f'<text x="{_n(width / 2)}" y="{_n(height + extra + 8)}" dy=".35em" font-size="{_n(size)}" fill="{INK}">'
            f"{escape(str(caption))}</text>"
        )
        extra += 26
    return "".join(parts), extra


# Text.

ASCII_SIGNS = {"stones": ".XO", "dead": ".xo", "territory": ".bw", "star": "+"}
UNICODE_SIGNS = {"stones": "\u00b7\u25cf\u25cb", "dead": "\u00b7xo", "territory": "\u00b7\u25aa\u25ab", "star": "+"}
OWNED_ASCII = "Oo.xX"
OWNED_UNICODE = "\u25a1\u25ab\u00b7\u25aa\u25a0"
RESET = "\x1b[0m"


def text(board, *, unicode=True, color=False, coordinates=True, last_move=True, territory=None, dead=(), region=None) -> str:
    """A diagram for a terminal, the last move in parentheses.

    unicode: round stones instead of X and O. color: ANSI colours (256), stones on wood. territory: array (rows, cols) of
    0, 1, 2, shown on empty points as small squares, in ASCII as b and w. dead: points of stones shown as x and o. region: points, such
    as two opposite corners, around which a part of the board is shown.
    """
    view = _View(_board(board), region)
    unicode, color = arguments.flag(unicode, "unicode"), arguments.flag(color, "color")
    coordinates = arguments.flag(coordinates, "coordinates")
    signs = UNICODE_SIGNS if unicode else ASCII_SIGNS
    stones = view.stones.ravel().tolist()
    owners = [0] * len(stones) if territory is None else view.colors(territory, "territory")
    gone = view.points(dead, "dead")
    stars = {row * view.cols + col for row, col in view.stars()}
    last = view.last(last_move)

    def sign(point: int) -> str:
        colour, owner = stones[point], owners[point]
        if colour:
            glyph = signs["dead" if point in gone else "stones"][colour]
            if color:
                glyph = f"\x1b[{'38;5;16' if colour == BLACK else '38;5;231'}m" + ("\u25cf" if unicode and point not in gone else glyph)
            return glyph
        glyph = signs["territory"][owner] if owner else signs["star"] if point in stars else signs["stones"][0]
        return f"\x1b[{'38;5;16' if owner == BLACK else '38;5;231' if owner else '38;5;94'}m{glyph}" if color else glyph

    lines = []
    for row in range(view.rows):
        line = ""
        for col in range(view.cols):
            point = row * view.cols + col
            before = "(" if point == last else ")" if col and point - 1 == last else " "
            line += (f"\x1b[38;5;160m{before}" if color and before != " " else before) + sign(point)
        line += (("\x1b[38;5;160m" if color else "") + ")") if (row + 1) * view.cols - 1 == last else " "
        lines.append(f"\x1b[48;5;179m{line}{RESET}" if color else line)
    return _framed(lines, view.whole[0] - view.top, view.left, view.cols, coordinates)


def _framed(lines: list[str], first: int, left: int, cols: int, coordinates: bool) -> str:
    """The lines with the numbers of their rows, `first` downwards, and the letters of their columns."""
    if not coordinates:
        return "\n".join(line.rstrip() for line in lines)
    header = "   " + " ".join(COLUMN_LETTERS[left : left + cols])
    return "\n".join([header, *(f"{first - row:2d}{line}{first - row}" for row, line in enumerate(lines)), header])


def ownership(values, *, unicode=True, color=False, coordinates=True, legend=True, region=None) -> str:
    """Who comes to own each point, for a terminal: `values` is an array (rows, cols) from +1 Black to -1 White.

    Five signs: a large one from 60 % of the way to certainty, a small one from 20 %, a dot between. In ASCII X x . o O;
    with `color` the background runs from black to white besides. region: as for `text`.
    """
    array = _numbers_of(values, None, "ownership")
    if array.ndim != 2 or not 1 <= min(array.shape) <= max(array.shape) <= 25:
        raise ValueError(f"ownership must be an array of shape (rows, cols), 1 to 25 each, not {array.shape}")
    unicode, color = arguments.flag(unicode, "unicode"), arguments.flag(color, "color")
    coordinates, legend = arguments.flag(coordinates, "coordinates"), arguments.flag(legend, "legend")
    view = _View(_Stones(np.zeros(array.shape, np.uint8)), region)
    array = array[view.cut]
    signs = OWNED_UNICODE if unicode else OWNED_ASCII
    steps = np.digitize(array, (-0.6, -0.2, 0.2, 0.6))
    lines = []
    for row in range(array.shape[0]):
        line = ""
        for step, value in zip(steps[row], array[row]):
            shade = f"\x1b[48;5;{232 + round(23 * (1 - min(max(value, -1), 1)) / 2)};38;5;{231 if value > 0 else 16}m" if color else ""
            line += f"{shade} {signs[step]}"
        lines.append(line + (f" {RESET}" if color else " "))
    diagram = _framed(lines, view.whole[0] - view.top, view.left, view.cols, coordinates)
    return f"{diagram}\n{ownership_legend(unicode)}" if legend else diagram


def ownership_legend(unicode=True) -> str:
    """What the signs of `ownership` mean, in one line."""
    signs = OWNED_UNICODE if unicode else OWNED_ASCII
    return f"{signs[4]} Black  {signs[3]} rather Black  {signs[2]} open  {signs[1]} rather White  {signs[0]} White"


# A game as a page.


def html(source, *, title=None, win_rates=None) -> str:
    """One self-contained HTML page that steps through a game: buttons, arrow keys, a slider; `#57` opens at move 57.

    source: a Board (its history), a Game, or a record in any form that `goboard.sgf.record` takes, or a Record.
    win_rates: Black's win rate before the first move and after each, drawn as a bar.
    """
    frames, shape, comments, name = _frames(source)
    if win_rates is not None:
        win_rates = [arguments.real(rate, f"win_rates[{k}]", 0, 1) for k, rate in enumerate(list(win_rates))]
        if len(win_rates) != len(frames):
            raise ValueError(f"{len(frames)} win rates are expected, one for each position, not {len(win_rates)}")
    rows, cols = shape
    margin = _margin(True)
    width, height = (cols - 1) * CELL + 2 * margin, (rows - 1) * CELL + 2 * margin
    view = _View(_Stones(np.zeros(shape, np.uint8)), None)
    board = "\n".join([*_grid(view, margin), _coordinates(view, margin, width, height)])
    data = {
        "rows": rows, "cols": cols, "cell": CELL, "margin": margin, "frames": frames, "comments": comments,
        "rates": None if win_rates is None else [round(rate, 4) for rate in win_rates],
    }  # fmt: skip
    payload = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    values = {
        "TITLE": escape(_words(title or name or "Go game")), "DEFS": _DEFS, "WOOD": WOOD, "INK": INK, "BOARD": board,
        "WIDTH": _n(width), "HEIGHT": _n(height), "DATA": payload, "LAST": str(len(frames) - 1),
    }  # fmt: skip
    # In one pass: a comment may hold such a name too.
    return re.sub("@([A-Z]+)@", lambda found: values.get(found[1], found[0]), _PAGE)


def _frames(source):
    """([changes of stones, point of the move, what was played] of each position, shape, comments, name of the game)."""
    from goboard.records import sgf

    comments: dict[int, str] = {}
    name = None
    inner = source if isinstance(source, Board) else getattr(source, "board", None)
    if isinstance(inner, Board):
        inner = arguments.own(inner)
    if isinstance(inner, Board):
        boards = _replayed(inner)
    else:
        if isinstance(source, sgf.Record):
            record = source
        else:
            record, comments, name = _record_of(source)
        boards = record.boards()
    moves = [None, *(inner.moves if isinstance(inner, Board) else record.moves)]
    frames, before, shape = [], 0, None
    for number, (board, move) in enumerate(zip(boards, moves)):
        stones = board.stones.ravel().astype(int)
        changed = np.flatnonzero(stones != before)
        changes = [int(value) for point in changed for value in (point, stones[point])]
        played = "" if move is None else f"{number} {('', 'Black', 'White')[move[0]]} {board.vertex(move[1])}"
        at = None if move is None or move[1] == board.pass_move else int(move[1])
        frames.append([changes, at, played, board.captures(BLACK), board.captures(WHITE)])
        before, shape = stones, board.shape
    return frames, shape, comments, name


def _replayed(board: Board):
    """The positions of a board from the first to the last."""
    start = board.start()
    yield start
    for color, move in board.moves:
        start.play(move, color)
        yield start


def _record_of(source):
    """(record, {move number: comment}, name) of a record in any form."""
    from goboard.records import sgf

    if isinstance(source, (bytes, bytearray, memoryview, str)):
        source = sgf.loads(source)
    tree = source[0] if isinstance(source, sgf.Collection) and source else source
    record = sgf.record(tree)
    line = tree.path if isinstance(tree, sgf.Node) else tree.main_line
    comments, number = {}, 0
    for node in line:
        number += sum(len(node.properties.get(colour, ())) for colour in "BW")
        if comment := node.text("C"):
            comments[number] = f"{comments[number]}\n{comment}" if number in comments else comment
    root = line[0]
    players = [root.text(who) for who in ("PB", "PW")]
    return record, comments, root.text("GN") or (" \u2013 ".join(map(str, players)) if all(players) else None)


_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>
body { margin: 0 auto; max-width: 46rem; padding: .6rem; font-family: Helvetica, Arial, sans-serif; color: #222; background: #faf7f1 }
h1 { font-size: 1.15rem; margin: .2rem 0 .5rem }
svg { display: block; width: 100%; max-height: 82vh; background: @WOOD@; border-radius: 4px }
nav { display: flex; gap: .35rem; margin: .5rem 0; align-items: center }
button { font: inherit; min-width: 2.4rem; padding: .25rem .5rem }
input { flex: 1 }
#bar { height: .9rem; background: #fff; border: 1px solid @INK@; border-radius: 3px; margin: .4rem 0 }
#black { height: 100%; background: #111 }
#comment { white-space: pre-wrap }
</style></head><body>
<h1>@TITLE@</h1>
<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 @WIDTH@ @HEIGHT@" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
@DEFS@
@BOARD@
<g id="stones"></g></svg>
<div id="bar" hidden><div id="black"></div></div>
<nav><button id="first" title="first">&#124;&lt;</button><button id="back" title="back">&lt;</button><button id="play" title="play or stop">&#9655;</button
><button id="next" title="next">&gt;</button><button id="last" title="last">&gt;&#124;</button
><input id="at" type="range" min="0" max="@LAST@" value="0" aria-label="move"></nav>
<p id="move"></p><p id="comment"></p>
<script>
const game = @DATA@;
const get = (id) => document.getElementById(id);
let now = 0, timer = null;
function circle(x, y, r, fill) {
  const c = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [k, v] of [["cx", x], ["cy", y], ["r", r], ["fill", fill]]) c.setAttribute(k, v);
  return c;
}
function show(n) {
  now = Math.max(0, Math.min(game.frames.length - 1, n));
  const stones = new Array(game.rows * game.cols).fill(0);
  for (let i = 0; i <= now; i++) {
    const changes = game.frames[i][0];
    for (let k = 0; k < changes.length; k += 2) stones[changes[k]] = changes[k + 1];
  }
  const [, last, played, black, white] = game.frames[now];
  const shown = [];
  stones.forEach((colour, point) => {
    if (!colour) return;
    const x = game.margin + (point % game.cols) * game.cell, y = game.margin + Math.floor(point / game.cols) * game.cell;
    shown.push(circle(x, y, 15.2, colour === 1 ? "url(#gb-black)" : "url(#gb-white)"));
    if (point === last) shown.push(circle(x, y, 5, "#d8322a"));
  });
  get("stones").replaceChildren(...shown);
  get("at").value = now;
  get("move").textContent = (played || "Start") + "  \u00b7  prisoners: Black " + black + ", White " + white
    + (game.rates ? "  \u00b7  Black wins " + (100 * game.rates[now]).toFixed(1) + " %" : "");
  get("comment").textContent = game.comments[now] || "";
  if (game.rates) { get("bar").hidden = false; get("black").style.width = 100 * game.rates[now] + "%"; }
}
function stop() { clearInterval(timer); timer = null; get("play").innerHTML = "&#9655;"; }
function play() {
  if (timer) return stop();
  if (now === game.frames.length - 1) show(0);
  get("play").innerHTML = "&#9632;";
  timer = setInterval(() => { show(now + 1); if (now === game.frames.length - 1) stop(); }, 700);
}
const steps = { first: () => show(0), back: () => show(now - 1), next: () => show(now + 1), last: () => show(game.frames.length - 1) };
for (const id in steps) get(id).onclick = () => { stop(); steps[id](); };
get("play").onclick = play;
get("at").oninput = (event) => { stop(); show(+event.target.value); };
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
document.onkeydown = (event) => {
  if (event.target === get("at") && event.key.startsWith("Arrow")) return;
  if (event.key in keys) { event.preventDefault(); stop(); steps[keys[event.key]](); }
};
window.onhashchange = () => show(+location.hash.slice(1) || 0);
show(+location.hash.slice(1) || 0);
</script></body></html>
"""
