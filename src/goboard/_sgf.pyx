"""The reader under `goboard.sgf`: text to a tree of nodes in one pass, no recursion at any depth.

Format: SGF FF[4], https://www.red-bean.com/sgf/ (grammar: sgf4.html, point lists and passes: go.html); FF[1] to FF[3]
differ here only in the small letters of property names, which are skipped.
"""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ

MOST_WARNINGS = 1000
NO_GAME = "no game found: there is no '(;' in the text"


class SGFError(ValueError):
    """A record that cannot be read; `line` and `column` count from 1 (0: not known)."""

    def __init__(self, what, line=0, column=0):
        super().__init__(f"line {line}, column {column}: {what}" if line else what)
        self.what, self.line, self.column = what, line, column

    def __reduce__(self):
        return SGFError, (self.what, self.line, self.column)


@cython.trashcan(True)
cdef class Node:
    """One node of a game tree.

    `properties`: dict of name -> list of raw values (escapes kept, so that what was read is what is written);
    `children`: list, the main line first; `parent`: Node or None; `line`, `column`: where the node began in the text
    (from 1; 0 when it was made by hand). `Node(properties, parent)` hangs itself on `parent`.
    """

    cdef readonly dict properties
    cdef readonly list children
    cdef readonly Node parent
    cdef readonly Py_ssize_t line, column

    def __init__(self, properties=None, Node parent=None):
        self.properties = {}
        for name, values in dict(properties or {}).items():
            self.properties[name] = [values] if isinstance(values, str) else list(values)
        self.children = []
        self.parent = parent
        if parent is not None:
            parent.children.append(self)

    def get(self, str name, default=None):
        """The first raw value of a property, or `default`."""
        values = self.properties.get(name)
        if not values:
            return default
        value = values[0]
        if not isinstance(value, str):
            raise TypeError(f"the values of {name} are str, not {type(value).__name__}")
        return value

    def text(self, str name, default=None):
        """The first value of a property as a person reads it: escapes and soft line breaks resolved (FF[4] text rules)."""
        raw = self.get(name)
        return default if raw is None else plain(raw, name in SIMPLE_TEXT)

    @property
    def path(self):
        """The nodes from the root to this one, both included."""
        cdef Node node = self
        cdef list nodes = []
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    @property
    def main_line(self):
        """The nodes from this one down, always by the first child."""
        cdef Node node = self
        cdef list nodes = [node]
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return nodes

    def __reduce__(self):
        raise TypeError("a Node is part of its tree: pickle or copy the Tree")

    def __repr__(self):
        return f"Node({self.properties!r})"


# Properties of type SimpleText: a line break in them is a space.
SIMPLE_TEXT = frozenset("AN AP BR BT CA CP DT EV GN N ON OT PB PC PL PW RE RO RU SO US WR WT".split())


def plain(str raw, bint simple=False):
    """A raw value as text: a backslash keeps the next character, or joins two lines; other white space becomes a space."""
    if "\\" not in raw and "\n" not in raw and "\r" not in raw and "\t" not in raw and "\v" not in raw and "\f" not in raw:
        return raw
    cdef list out = []
    cdef Py_ssize_t i = 0, n = len(raw)
    cdef Py_UCS4 c, other
    cdef bint escaped
    while i < n:
        c = raw[i]
        escaped = c == u"\\"
        if escaped:
            i += 1
            if i == n:
                break
            c = raw[i]
        i += 1
        if c == u"\n" or c == u"\r":
            other = u"\r" if c == u"\n" else u"\n"
            if i < n and raw[i] == other:
                i += 1
            if not escaped:
                out.append(" " if simple else "\n")
        elif c == u"\t" or c == u"\v" or c == u"\f":
            out.append(" ")
        else:
            out.append(c)
    return "".join(out)


cdef inline bint is_letter(Py_UCS4 c) noexcept:
    return u"A" <= c <= u"Z" or u"a" <= c <= u"z"


cdef class _Reader:
    cdef str text
    cdef void* letters
    cdef int kind       # how many bytes a letter of `letters` takes
    cdef Py_ssize_t at, end, line, line_start   # `line_start`: index of the first character of line number `line`
    cdef bint strict
    cdef list warnings
    cdef list main      # None, or the nodes of the game's main line, which are then not linked to a tree

    def __init__(self, str text, bint strict):
        self.text = text
        self.letters = PyUnicode_DATA(text)
        self.kind = PyUnicode_KIND(text)
        self.end = len(text)
        self.line = 1
        self.strict = strict
        self.warnings = []

    cdef inline Py_UCS4 letter(self, Py_ssize_t i) noexcept:
        return PyUnicode_READ(self.kind, self.letters, i)

    cdef object mend(self, str what):
        """A fault that a tolerant reader repairs: noted, or refused when strict."""
        if self.strict:
            raise SGFError(what, self.line, self.at - self.line_start + 1)
        if len(self.warnings) < MOST_WARNINGS:
            self.warnings.append(f"line {self.line}, column {self.at - self.line_start + 1}: {what}")

    cdef inline void newline(self, Py_UCS4 c, Py_ssize_t i) noexcept:
        """Counts a line end at index i: LF, CR LF or CR."""
        if c == u"\n" or i + 1 == self.end or self.letter(i + 1) != u"\n":
            self.line += 1
            self.line_start = i + 1

    cdef Py_UCS4 sign(self) noexcept:
        """Skips white space; the character at `at`, or 0 at the end of the text."""
        cdef Py_UCS4 c
        while self.at < self.end:
            c = self.letter(self.at)
            if c > 32:
                return c
            if c == u"\n" or c == u"\r":
                self.newline(c, self.at)
            self.at += 1
        return 0

    cdef void go(self, Py_ssize_t to) noexcept:
        cdef Py_UCS4 c
        while self.at < to:
            c = self.letter(self.at)
            if c == u"\n" or c == u"\r":
                self.newline(c, self.at)
            self.at += 1

    cdef bint find_game(self):
        """Goes behind the next "(" that begins a game; whatever stands before it is no concern of the format."""
        cdef Py_ssize_t i = self.at, k, word
        while True:
            i = self.text.find("(", i)
            if i < 0:
                return False
            k = i + 1
            while k < self.end and self.letter(k) <= 32:
                k += 1
            word = k
            while k < self.end and u"A" <= self.letter(k) <= u"Z":
                k += 1
            # "(;", or a property whose ";" was forgotten
            if k < self.end and self.letter(k) == (u";" if k == word else u"["):
                self.go(i + 1)
                return True
            i += 1

    cdef str name(self):
        """A property name at `at`: its capitals, digits and underscores; small letters are skipped, as before FF[4]."""
        cdef Py_ssize_t start = self.at
        cdef bint small = False
        cdef Py_UCS4 c
        while self.at < self.end:
            c = self.letter(self.at)
            if u"a" <= c <= u"z":
                small = True
            elif not (u"A" <= c <= u"Z" or u"0" <= c <= u"9" or c == u"_"):
                break
            self.at += 1
        cdef str word = self.text[start:self.at]
        if small:
            word = "".join([letter for letter in word if not letter.islower()])
        return word if word and u"A" <= word[0] <= u"Z" else ""

    cdef str value(self):
        """The raw value whose "[" is at `at`; goes behind its "]"."""
        cdef Py_ssize_t start = self.at + 1, i = start, line = self.line, line_start = self.line_start
        cdef Py_UCS4 c
        while i < self.end:
            c = self.letter(i)
            if c == u"]":
                self.at = i + 1
                return self.text[start:i]
            if c == u"\\":
                i += 1
                if i == self.end:
                    break
                c = self.letter(i)
            if c == u"\n" or c == u"\r":
                self.newline(c, i)
            i += 1
        self.line, self.line_start = line, line_start
        self.mend("']' missing: the value goes on to the end of the text")
        self.go(self.end)
        raw = self.text[start:]
        slashes = len(raw) - len(raw.rstrip("\\"))
        return raw[: len(raw) - slashes % 2]

    cdef bint property(self, Node node) except -1:
        """Reads a name and its values into the node."""
        cdef Py_ssize_t start = self.at, line = self.line, line_start = self.line_start
        cdef str name = self.name()
        cdef list values
        if self.sign() != u"[":
            self.at, self.line, self.line_start = start, line, line_start
            self.mend(f"property {name} without a value" if name else "a word that is no property")
            self.name()
            return False
        values = [self.value()]
        while self.sign() == u"[":
            values.append(self.value())
        if not name:
            self.mend("a value without a property name")
        elif name in node.properties:
            self.mend(f"property {name} twice in one node")
            (<list>node.properties[name]).extend(values)
        else:
            node.properties[name] = values
        return True

    cdef Node node(self, Node parent):
        cdef Node node = Node.__new__(Node)
        node.properties = {}
        node.line = self.line
        node.column = self.at - self.line_start + 1
        if self.main is not None:
            if not self.main or self.main[len(self.main) - 1] is parent:
                self.main.append(node)
            return node
        node.children = []
        node.parent = parent
        if parent is not None:
            parent.children.append(node)
        return node

    cdef Node tree(self):
        """The game whose "(" has just been read."""
        cdef Node root = None, node = None
        cdef list parents = [None]      # of each open parenthesis, the node it hangs from
        cdef bint fresh = True          # no node yet since the last "("
        cdef bint closed = False        # a variation has been closed since the last node
        cdef Py_UCS4 c
        while parents:
            c = self.sign()
            if c == u";":
                if closed:
                    self.mend("a node after a variation")
                node = self.node(node)
                if root is None:
                    root = node
                fresh = closed = False
                self.at += 1
            elif c == u"(":
                if fresh:
                    self.mend("'(' where a node must stand")
                parents.append(node)
                fresh, closed = True, False
                self.at += 1
            elif c == u")":
                if fresh:
                    self.mend("a variation without a node")
                node = parents.pop()
                fresh, closed = False, True
                self.at += 1
            elif c == 0:
                self.mend(f"the text ends inside a game: {len(parents)} ')' missing")
                break
            elif is_letter(c):
                if fresh:
                    self.mend("';' missing before a property")
                    node = self.node(node)
                    if root is None:
                        root = node
                    fresh = False
                elif closed:
                    self.mend("a property after a variation")
                self.property(node)
            elif c == u"[":
                self.mend("a value without a property name")
                self.value()
            else:
                self.mend(f"{c!r} where nothing may stand")
                while self.at < self.end and not is_letter(c) and c > 32 and c not in u";()[":
                    self.at += 1
                    c = self.letter(self.at) if self.at < self.end else 0
        return root


def parse(str text, bint strict, Py_ssize_t first_line=1):
    """The roots of all games in a text, and what was mended: (list of Node, list of str).

    `first_line`: the number of the text's first line, where it is part of a file. Raises SGFError when there is no game, or for the first fault when `strict`.
    """
    cdef _Reader reader = _Reader(text, strict)
    cdef list roots = []
    reader.line = first_line
    while reader.find_game():
        roots.append(reader.tree())
    if not roots:
        raise SGFError(NO_GAME)
    return roots, reader.warnings


def main_lines(str text, bint strict, Py_ssize_t first_line=1):
    """As `parse`, but of each game the list of the main line's nodes, which have neither parent nor children.

    A tree is a cycle of references, and costs more to take down than to build; a list is not.
    """
    cdef _Reader reader = _Reader(text, strict)
    cdef list lines = []
    reader.line = first_line
    while reader.find_game():
        reader.main = []
        reader.tree()
        lines.append(reader.main)
    if not lines:
        raise SGFError(NO_GAME)
    return lines, reader.warnings


cdef inline Py_ssize_t axis(Py_UCS4 c) noexcept:
    if u"a" <= c <= u"z":
        return <Py_ssize_t>c - 97
    if u"A" <= c <= u"Z":
        return <Py_ssize_t>c - 65 + 26
    return -1


cpdef Py_ssize_t point(str raw, Py_ssize_t rows, Py_ssize_t cols) except -1:
    """An SGF point (column letter, row letter, from the top left) as `row * cols + col`. Raises ValueError."""
    cdef Py_ssize_t row, col
    if len(raw) != 2:
        raw = raw.strip()
    if len(raw) == 2:
        col, row = axis(raw[0]), axis(raw[1])
        if 0 <= row < rows and 0 <= col < cols:
            return row * cols + col
    raise ValueError(f"[{raw}] is no point of a board of {rows} rows and {cols} columns")


cpdef Py_ssize_t move(str raw, Py_ssize_t rows, Py_ssize_t cols) except -1:
    """An SGF move as a point or `rows * cols` for a pass: "", "tt" where that is off the board, or the word pass."""
    cdef Py_ssize_t row, col
    if len(raw) == 2:
        col, row = axis(raw[0]), axis(raw[1])
        if 0 <= row < rows and 0 <= col < cols:
            return row * cols + col
        if raw == "tt":
            return rows * cols
    cdef str word = raw.strip()
    if not word or word.lower() == "pass":
        return rows * cols
    return move(word, rows, cols) if word != raw else point(word, rows, cols)


def line_moves(list nodes not None, Py_ssize_t rows, Py_ssize_t cols, other):
    """The moves of a line of nodes: list of (colour, point), colour 1 Black or 2 White.

    `other(node, moves)` is called for every node that sets stones up or says whose turn it is, before its own moves.
    """
    cdef list moves = [], values
    cdef Node node
    cdef str name
    cdef int colour
    for each in nodes:
        if not isinstance(each, Node):
            raise TypeError(f"a line is a list of Nodes, not of {type(each).__name__}")
        node = each
        for name in node.properties:
            if len(name) == 2 and name in ("AB", "AW", "AE", "PL"):
                other(node, moves)
                break
        for name, values in node.properties.items():
            if len(name) != 1 or name[0] != u"B" and name[0] != u"W":
                continue
            colour = 1 if name[0] == u"B" else 2
            for raw in values:
                try:
                    moves.append((colour, move(raw, rows, cols)))
                except ValueError as error:
                    raise SGFError(f"move {len(moves) + 1}, {name}{error}", node.line, node.column) from None
    return moves


def stop_of(list moves not None, Py_ssize_t pass_move):
    """The index of the second of the first two passes in a row among (colour, point) pairs; their number if there are none."""
    cdef Py_ssize_t i = 0, passes = 0, point
    for _, point in moves:
        passes = passes + 1 if point == pass_move else 0
        if passes == 2:
            return i
        i += 1
    return i
