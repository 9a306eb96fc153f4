"""The reader under `goboard.sgf`: text to trees in one pass that is linear and recurses at no depth.

Format: SGF FF[4], https://www.red-bean.com/sgf/ (grammar: sgf4.html, point lists and passes: go.html); FF[1] to FF[3]
differ here only in the small letters of property names, which are skipped.

A `Document` keeps the text and, of each node, where it begins and where the nodes below it end: 8 bytes a node. A `Node` is made when
it is asked for, and reads its properties from the text when these are asked for.
"""

cimport cython
from cpython.list cimport PyList_GET_SIZE
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from goboard._core import GoboardError

MOST_WARNINGS = 1000
LONGEST = 2**31 - 2
NO_GAME = "no game found: there is no '(;' in the text"
RING = "the tree is none: a node hangs in it twice, or below itself"


class SGFError(GoboardError, ValueError):
    """A record that cannot be read; `line` and `column` count from 1 (0: not known)."""

    def __init__(self, what, line=0, column=0):
        super().__init__(f"line {line}, column {column}: {what}" if line else what)
        self.what, self.line, self.column = what, line, column

    def __reduce__(self):
        return SGFError, (self.what, self.line, self.column)


cdef inline bint is_letter(Py_UCS4 c) noexcept:
    return u"A" <= c <= u"Z" or u"a" <= c <= u"z"


# Codes of names, see `Document.code`: names of points alone, in which a ";" or a bracket means that a "]" was forgotten.
cdef enum:
    CODES = 1024
    BLACK_MOVE = 2              # B
    WHITE_MOVE = 23             # W
    ADD_BLACK = 32 + 2          # AB
    ADD_WHITE = 32 + 23         # AW
    ADD_EMPTY = 32 + 5          # AE
    PLAYER = 32 * 16 + 12       # PL


cdef inline bint names_points(int code) noexcept:
    return code == BLACK_MOVE or code == WHITE_MOVE or code == ADD_BLACK or code == ADD_WHITE or code == ADD_EMPTY


cdef int32_t* grown(int32_t* array, Py_ssize_t* room) except NULL:
    """The array with half as much room again."""
    cdef Py_ssize_t wanted = room[0] + room[0] // 2 + 64
    cdef int32_t* made = <int32_t*>realloc(array, wanted * sizeof(int32_t))
    if made == NULL:
        raise MemoryError("a record does not fit into memory")
    room[0] = wanted
    return made


cdef class Document:
    """A text, and where its nodes stand in it, in the order of the text (which is depth first, the main line first)."""

    cdef readonly str text
    cdef void* letters
    cdef int kind           # how many bytes a letter of `letters` takes
    cdef Py_ssize_t end     # the length of the text
    cdef int32_t* start     # of each node, the index of its ";" (or of its first property, where the ";" is missing)
    cdef int32_t* after     # of each node, the number of the first node behind all those below it; while it is read, its parent
    cdef Py_ssize_t nodes, start_room, after_room
    cdef int32_t* late      # pairs: a node, and the index of a property of it that stands behind its variations
    cdef Py_ssize_t late_count, late_room
    cdef dict late_of
    cdef int32_t* line_starts   # made when somebody asks for a line
    cdef Py_ssize_t line_count, first_line
    cdef int32_t* roots     # of each game, its first node
    cdef Py_ssize_t games, game_room

    def __init__(self, str text not None, Py_ssize_t first_line):
        if len(text) > LONGEST:
            raise SGFError(f"a text of {len(text)} characters: {LONGEST} are the most that is read")
        self.text = text
        self.letters = PyUnicode_DATA(text)
        self.kind = PyUnicode_KIND(text)
        self.end = len(text)
        self.first_line = first_line

    def __dealloc__(self):
        free(self.start)
        free(self.roots)
        free(self.after)
        free(self.late)
        free(self.line_starts)

    def __reduce__(self):
        raise TypeError("a Document is the text of a Tree: pickle or copy the Tree")

    cdef inline Py_UCS4 letter(self, Py_ssize_t i) noexcept:
        return PyUnicode_READ(self.kind, self.letters, i)

    cdef inline Py_ssize_t blank(self, Py_ssize_t i) noexcept:
        """The next index that holds neither white space nor a control character."""
        while i < self.end and self.letter(i) <= 32:
            i += 1
        return i

    cdef inline Py_ssize_t word(self, Py_ssize_t i) noexcept:
        """The end of the letters, digits and underscores from i on."""
        cdef Py_UCS4 c
        while i < self.end:
            c = self.letter(i)
            if not (is_letter(c) or u"0" <= c <= u"9" or c == u"_"):
                break
            i += 1
        return i

    cdef int code(self, Py_ssize_t i, Py_ssize_t stop) noexcept:
        """A number for a name of one or two capitals, small letters skipped; -1 for another name, 0 for a word that is none."""
        cdef int code = 0, count = 0
        cdef Py_UCS4 c
        for i in range(i, stop):
            c = self.letter(i)
            if u"a" <= c <= u"z":
                continue
            if not u"A" <= c <= u"Z":
                return 0 if count == 0 else -1
            count += 1
            if count > 2:
                return -1
            code = code * 32 + <int>c - 64
        return code

    cdef str name(self, Py_ssize_t i, Py_ssize_t stop):
        """The property name that a word gives, "" for none."""
        cdef str word = self.text[i:stop]
        if not word.isupper():
            word = "".join([letter for letter in word if not letter.islower()])
        return word if word and u"A" <= word[0] <= u"Z" else ""

    cdef Py_ssize_t value(self, Py_ssize_t i, bint points, Py_ssize_t* stop, bint* broken) noexcept:
        """Of the value whose "[" is at i - 1: where it stops (in `stop`), and where the text goes on behind it."""
        cdef Py_ssize_t start = i, k
        cdef Py_UCS4 c
        broken[0] = False
        while i < self.end:
            c = self.letter(i)
            if c == u"]":
                stop[0] = i
                return i + 1
            if c == u"\\":
                i += 1
            elif points and (c == u";" or c == u"[" or c == u"(" or c == u")"):
                break
            i += 1
        broken[0] = True
        if i > self.end:
            i = self.end
        if i < self.end and self.letter(i) == u"[":
            while i > start and u"A" <= self.letter(i - 1) <= u"Z":
                i -= 1
        k = i
        while k > start and self.letter(k - 1) == u"\\":
            k -= 1
        stop[0] = i - (i - k) % 2
        return i

    cdef Py_ssize_t read_property(self, Py_ssize_t i, dict into) except -1:
        """Reads the word at i and its values, if it has any, into a dict; returns where the text goes on."""
        cdef Py_ssize_t at = self.word(i), next = self.blank(at), stop
        cdef bint broken
        cdef str name
        cdef list values
        if next == self.end or self.letter(next) != u"[":
            return at
        cdef bint points = names_points(self.code(i, at))
        name = self.name(i, at)
        values = into.get(name) if name else []
        if values is None:
            values = into[name] = []
        while next < self.end and self.letter(next) == u"[":
            at = self.value(next + 1, points, &stop, &broken)
            values.append(self.text[next + 1 : stop])
            next = self.blank(at)
        return at

    cdef dict properties(self, Py_ssize_t node):
        cdef dict found = {}
        cdef Py_ssize_t i = self.start[node], stop, k
        cdef Py_UCS4 c
        cdef bint broken
        if self.letter(i) == u";":
            i += 1
        while True:
            i = self.blank(i)
            if i == self.end:
                break
            c = self.letter(i)
            if is_letter(c):
                i = self.read_property(i, found)
            elif c == u"[":
                i = self.value(i + 1, False, &stop, &broken)
            elif c == u";" or c == u"(" or c == u")":
                break
            else:
                i += 1
        if self.late_count:
            if self.late_of is None:
                self.late_of = {}
                for k in range(0, self.late_count, 2):
                    self.late_of.setdefault(self.late[k], []).append(self.late[k + 1])
            for at in self.late_of.get(node, ()):
                self.read_property(at, found)
        return found

    cdef tuple place(self, Py_ssize_t at):
        """(line, column) of an index, from 1. Lines end with LF, CR LF or CR."""
        cdef Py_ssize_t i, low, high, middle, room = 0
        cdef Py_UCS4 c
        if self.line_starts == NULL:
            self.line_starts = grown(NULL, &room)
            self.line_starts[0] = 0
            self.line_count = 1
            for i in range(self.end):
                c = self.letter(i)
                if c == u"\n" or c == u"\r" and (i + 1 == self.end or self.letter(i + 1) != u"\n"):
                    if self.line_count == room:
                        self.line_starts = grown(self.line_starts, &room)
                    self.line_starts[self.line_count] = <int32_t>(i + 1)
                    self.line_count += 1
        low, high = 0, self.line_count
        while high - low > 1:
            middle = (low + high) // 2
            if self.line_starts[middle] <= at:
                low = middle
            else:
                high = middle
        return low + self.first_line, at - self.line_starts[low] + 1

    cdef Node node(self, Py_ssize_t at, Node parent, bint alone):
        cdef Node node = Node.__new__(Node)
        node.document = self
        node.at = <int32_t>at
        node.parent = parent
        node.alone = alone
        return node

    def line(self, Py_ssize_t game):
        """The nodes of a game's main line, without parents and children."""
        cdef Py_ssize_t at = self.root(game)
        cdef list nodes = [self.node(at, None, True)]
        while self.after[at] > at + 1:
            at += 1
            nodes.append(self.node(at, None, True))
        return nodes

    def first(self, Py_ssize_t game, str wanted):
        """The first value of a property of a root, by a name of two capitals, or None."""
        cdef Py_ssize_t i = self.start[self.root(game)], at, next, stop
        cdef int code, other = (<int>wanted[0] - 64) * 32 + <int>wanted[1] - 64
        cdef bint broken
        cdef Py_UCS4 c
        if self.letter(i) == u";":
            i += 1
        while True:
            i = self.blank(i)
            if i == self.end:
                return None
            c = self.letter(i)
            if is_letter(c):
                at = self.word(i)
                code = self.code(i, at)
                i = at
                next = self.blank(at)
                while next < self.end and self.letter(next) == u"[":
                    i = self.value(next + 1, names_points(code), &stop, &broken)
                    if code == other:
                        return self.text[next + 1 : stop]
                    next = self.blank(i)
            elif c == u"[":
                i = self.value(i + 1, False, &stop, &broken)
            elif c == u";" or c == u"(" or c == u")":
                return None
            else:
                i += 1

    cdef Py_ssize_t root(self, Py_ssize_t game) except -1:
        if not 0 <= game < self.games:
            raise IndexError(f"game {game} of {self.games}")
        return self.roots[game]

    def place_of(self, Py_ssize_t game):
        return self.place(self.start[self.root(game)])

    def trees(self, type kind):
        """The games as objects of a class under TreeBase."""
        cdef TreeBase tree
        cdef list made = []
        cdef Py_ssize_t game
        for game in range(self.games):
            tree = kind.__new__(kind)
            tree.document = self
            tree.at = self.roots[game]
            made.append(tree)
        return made

    def __len__(self):
        return self.games


cdef class TreeBase:
    """TreeBase(root=None)\n--\n\nWhat `goboard.sgf.Tree` is under its methods: a root, made when it is asked for."""

    cdef Document document
    cdef Py_ssize_t at
    cdef Node node

    def __init__(self, root=None):
        self.root = Node() if root is None else root

    @property
    def root(self):
        """The first node."""
        if self.node is None:
            self.node = Node() if self.document is None else self.document.node(self.at, None, False)
        return self.node

    @root.setter
    def root(self, root):
        if not isinstance(root, Node):
            raise TypeError(f"the root of a tree must be a Node, not {type(root).__name__}")
        self.node = root
        self.document = None

    def peek(self):
        """The root, which is not kept if nobody has asked for it before."""
        return self.root if self.node is not None or self.document is None else self.document.node(self.at, None, False)

    @property
    def length(self):
        """How many nodes the main line has."""
        if self.node is not None or self.document is None:
            return len(self.root.main_line)
        cdef Py_ssize_t at = self.at
        while self.document.after[at] > at + 1:
            at += 1
        return at - self.at + 1


@cython.trashcan(True)
cdef class Node:
    """Node(properties=None, parent=None)\n--\n\nOne node of a game tree.

    `properties`: dict of name -> list of raw values (escapes kept, so that what was read is what is written);
    `children`: list, the main line first; `parent`: Node or None; `line`, `column`: where the node began in the text
    (from 1; 0 when it was made by hand). `Node(properties, parent)` hangs itself on `parent`.
    """

    cdef Document document      # None for a node made by hand
    cdef int32_t at             # which node of the document it is
    cdef bint alone             # one of `main_lines`: it shows neither parent nor children
    cdef dict dictionary        # the properties, None while nobody has asked
    cdef list below             # the children, None while nobody has asked
    cdef Node only              # the only child, where the main line was asked for and not the children
    cdef readonly Node parent

    def __init__(self, properties=None, Node parent=None):
        made = {}
        for name, values in dict(properties or {}).items():
            made[name] = [values] if isinstance(values, str) else list(values)
        self.document = None
        self.dictionary = made
        self.below = []
        self.only = None
        self.parent = parent
        if parent is not None:
            parent.kids().append(self)

    cdef dict props(self):
        if self.dictionary is None:
            self.dictionary = {} if self.document is None else self.document.properties(self.at)
        return self.dictionary

    cdef list kids(self):
        cdef list made
        cdef Py_ssize_t i, end
        if self.below is None:
            made = []
            if self.document is not None and not self.alone:
                i, end = self.at + 1, self.document.after[self.at]
                if self.only is not None:
                    made.append(self.only)
                    i = end
                while i < end:
                    made.append(self.document.node(i, self, False))
                    i = self.document.after[i]
            self.below = made
            self.only = None
        return self.below

    cdef Node next(self):
        """The first child or None."""
        cdef Py_ssize_t after
        if self.below is None and self.document is not None and not self.alone:
            if self.only is not None:
                return self.only
            after = self.document.after[self.at]
            if after == self.at + 1:
                return None
            if self.document.after[self.at + 1] == after:
                self.only = self.document.node(self.at + 1, self, False)
                return self.only
        kids = self.kids()
        if not kids:
            return None
        return child_of(kids[0])

    @property
    def properties(self):
        return self.props()

    @property
    def children(self):
        return self.kids()

    @property
    def line(self):
        return 0 if self.document is None else self.document.place(self.document.start[self.at])[0]

    @property
    def column(self):
        return 0 if self.document is None else self.document.place(self.document.start[self.at])[1]

    def get(self, str name, default=None):
        """The first raw value of a property, or `default`."""
        values = self.props().get(name)
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
        """The nodes from the root to this one, both included. Raises ValueError if a node is below itself."""
        cdef Node node = self, anchor = None
        cdef list nodes = []
        cdef Py_ssize_t far = 1
        while node is not None:
            nodes.append(node)
            node = node.parent
            if node is anchor and node is not None:
                raise ValueError(RING)
            if PyList_GET_SIZE(nodes) == far:
                anchor = node
                far *= 2
        nodes.reverse()
        return nodes

    @property
    def main_line(self):
        """The nodes from this one down, always by the first child. Raises ValueError if a node is below itself."""
        cdef Node node = self, anchor = None
        cdef list nodes = []
        cdef Py_ssize_t far = 1
        while node is not None:
            nodes.append(node)
            node = node.next()
            # Brent: a line that comes round meets the anchor, which is set again at every power of two.
            if node is anchor and node is not None:
                raise ValueError(RING)
            if PyList_GET_SIZE(nodes) == far:
                anchor = node
                far *= 2
        return nodes

    def __reduce__(self):
        raise TypeError("a Node is part of its tree: pickle or copy the Tree")

    def __repr__(self):
        return f"Node({self.props()!r})"


cdef Node child_of(object child):
    if not isinstance(child, Node):
        raise TypeError(f"a child must be a Node, not {type(child).__name__}")
    return child


def walk(Node root not None):
    """Every node from `root` down, depth first, the main line first.

    The children of a node are those that it has when it is given out. Raises ValueError for a node that is met twice.
    """
    cdef set met = {root}
    cdef list stack = [root]
    cdef list kids
    while stack:
        node = stack.pop()
        kids = list((<Node>node).kids())
        for child in reversed(kids):
            if child_of(child) in met:
                raise ValueError(RING)
            met.add(child)
            stack.append(child)
        yield node


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


cdef class _Reader:
    """Goes once through a text, notes where its nodes are and what is wrong with it."""

    cdef Document document
    cdef Py_ssize_t at
    cdef bint strict
    cdef list warnings
    cdef int32_t* open          # of each open parenthesis, the node that it hangs from (-1 for the game's own)
    cdef Py_ssize_t depth, open_room
    cdef int32_t seen[CODES]    # of each short name, the last node that had it, plus 1
    cdef set long_names         # the long names of the last node

    def __init__(self, Document document, bint strict):
        self.document = document
        self.strict = strict
        self.warnings = []
        self.long_names = set()
        memset(self.seen, 0, sizeof(self.seen))

    def __dealloc__(self):
        free(self.open)

    cdef object mend(self, str what, Py_ssize_t at):
        """A fault that a tolerant reader repairs: noted, or refused when strict."""
        if self.strict:
            raise SGFError(what, *self.document.place(at))
        if PyList_GET_SIZE(self.warnings) < MOST_WARNINGS:
            line, column = self.document.place(at)
            self.warnings.append(f"line {line}, column {column}: {what}")

    cdef bint is_node(self, Py_ssize_t i) noexcept:
        """Whether a property stands at i, behind white space."""
        cdef Py_ssize_t at = self.document.blank(i), stop = at
        while stop < self.document.end and is_letter(self.document.letter(stop)):
            stop += 1
        return stop > at and stop < self.document.end and self.document.letter(stop) == u"[" and self.document.code(at, stop) != 0

    cdef bint is_game(self, Py_ssize_t i) noexcept:
        """Whether "(" at i begins a game: "(;", or a property whose ";" was forgotten."""
        cdef Document text = self.document
        cdef Py_ssize_t at = text.blank(i + 1), stop = at
        while stop < text.end and u"A" <= text.letter(stop) <= u"Z":
            stop += 1
        return stop < text.end and text.letter(stop) == (u";" if stop == at else u"[")

    cdef int find(self, bint nodes) noexcept:
        """Goes to the next "(" that begins a game (1), or, if `nodes`, the next node outside one (2); 0 at the end of the text."""
        cdef Document text = self.document
        cdef Py_UCS4 c
        cdef Py_ssize_t i = self.at
        while i < text.end:
            c = text.letter(i)
            if c == u"(" and self.is_game(i):
                self.at = i
                return 1
            if nodes and c == u";" and self.is_node(i + 1):
                self.at = i
                return 2
            i += 1
        return 0

    cdef Py_ssize_t add(self, Py_ssize_t parent) except -1:
        cdef Document text = self.document
        cdef Py_ssize_t node = text.nodes
        if node == text.start_room:
            text.start = grown(text.start, &text.start_room)
        if node == text.after_room:
            text.after = grown(text.after, &text.after_room)
        text.start[node] = <int32_t>self.at
        text.after[node] = <int32_t>parent
        text.nodes = node + 1
        if parent < 0:
            if text.games == text.game_room:
                text.roots = grown(text.roots, &text.game_room)
            text.roots[text.games] = <int32_t>node
            text.games += 1
        if self.long_names:
            self.long_names = set()
        return node

    cdef void close(self, Py_ssize_t node, Py_ssize_t above) noexcept:
        """Nothing more comes below `node` and those over it, up to but without `above`."""
        cdef Py_ssize_t parent
        while node != above:
            parent = self.document.after[node]
            self.document.after[node] = <int32_t>self.document.nodes
            node = parent

    cdef int push(self, Py_ssize_t node) except -1:
        if self.depth == self.open_room:
            self.open = grown(self.open, &self.open_room)
        self.open[self.depth] = <int32_t>node
        self.depth += 1
        return 0

    cdef bint property(self, Py_ssize_t node, bint late) except -1:
        """Goes over a word and its values."""
        cdef Document text = self.document
        cdef Py_ssize_t start = self.at, at = text.word(start), next = text.blank(at), stop
        cdef int code = text.code(start, at)
        cdef bint broken
        cdef str name
        self.at = at
        if next == text.end or text.letter(next) != u"[":
            self.mend(f"property {shown(text.name(start, at))} without a value" if code else "a word that is no property", start)
            return False
        while next < text.end and text.letter(next) == u"[":
            at = text.value(next + 1, names_points(code), &stop, &broken)
            if broken:
                self.mend("']' missing" if at < text.end else "']' missing: the value goes on to the end of the text", next)
            next = text.blank(at)
        self.at = next
        if not code:
            self.mend("a value without a property name", next)
        elif late:
            if text.late_count + 2 > text.late_room:
                text.late = grown(text.late, &text.late_room)
            text.late[text.late_count] = <int32_t>node
            text.late[text.late_count + 1] = <int32_t>start
            text.late_count += 2
        elif code > 0:
            if self.seen[code] == node + 1:
                self.mend(f"property {text.name(start, text.word(start))} twice in one node", next)
            self.seen[code] = <int32_t>(node + 1)
        else:
            name = text.name(start, text.word(start))
            if name in self.long_names:
                self.mend(f"property {shown(name)} twice in one node", next)
            self.long_names.add(name)
        return True

    cdef int game(self) except -1:
        """Reads the game at `at`."""
        cdef Document text = self.document
        cdef Py_ssize_t node = -1, above, stop
        cdef bint fresh = True          # no node yet since the last "("
        cdef bint closed = False        # a variation has been closed since the last node
        cdef bint broken
        cdef Py_UCS4 c
        self.depth = 0
        self.push(-1)
        if text.letter(self.at) == u"(":
            self.at += 1
        while True:
            self.at = text.blank(self.at)
            c = text.letter(self.at) if self.at < text.end else 0
            if c == u";":
                if closed:
                    self.mend("a node after a variation", self.at)
                node = self.add(node)
                fresh = closed = False
                self.at += 1
            elif c == u"(":
                if fresh:
                    self.mend("'(' where a node must stand", self.at)
                self.push(node)
                fresh, closed = True, False
                self.at += 1
            elif c == u")":
                if fresh:
                    self.mend("a variation without a node", self.at)
                if self.depth == 1:
                    self.at += 1
                    if self.find(True) != 2:
                        break
                    self.mend("a node outside a game tree", self.at)
                    fresh = False
                    continue
                self.depth -= 1
                above = self.open[self.depth]
                self.close(node, above)
                node = above
                fresh, closed = False, True
                self.at += 1
            elif self.at == text.end:
                self.mend(f"the text ends inside a game: {self.depth} ')' missing", self.at)
                break
            elif is_letter(c):
                if fresh:
                    self.mend("';' missing before a property", self.at)
                    node = self.add(node)
                    fresh = False
                elif closed:
                    self.mend("a property after a variation", self.at)
                self.property(node, closed)
            elif c == u"[":
                self.mend("a value without a property name", self.at)
                self.at = text.value(self.at + 1, False, &stop, &broken)
            else:
                self.mend(f"{c!r} where nothing may stand", self.at)
                while self.at < text.end:
                    c = text.letter(self.at)
                    if is_letter(c) or c <= 32 or c == u";" or c == u"(" or c == u")" or c == u"[":
                        break
                    self.at += 1
        self.close(node, -1)
        return 0

    cdef int read(self) except -1:
        cdef int found = self.find(False)
        if not found:
            # No game at all: perhaps the parentheses alone are missing.
            if self.is_node(0):
                found = 2
                self.at = self.document.blank(0)
                self.mend("'(;' missing before the first property", self.at)
            else:
                found = self.find(True)
                if found:
                    self.mend("'(' missing before the first node", self.at)
        while found:
            self.game()
            found = self.find(False)
        return 0


def shown(str raw not None):
    """A value as a message shows it."""
    return raw if len(raw) <= 60 else f"{raw[:40]}... ({len(raw)} characters)"


def read(str text not None, bint strict, Py_ssize_t first_line=1):
    """A Document of all games in a text, and what was mended: (Document, list of str).

    `first_line`: the number of the text's first line, where it is part of a file. Raises SGFError when there is no game, or for the first fault when `strict`.
    """
    cdef Document document = Document(text, first_line)
    cdef _Reader reader = _Reader(document, strict)
    reader.read()
    if not document.nodes:
        raise SGFError(NO_GAME)
    return document, reader.warnings


# Writing.

cdef class _Writer:
    cdef list out
    cdef list chunks
    cdef Py_ssize_t width
    cdef object named, checked
    cdef Py_ssize_t most

    cdef int put(self, str text) except -1:
        self.out.append(text)
        if PyList_GET_SIZE(self.out) == 4096:
            self.chunks.append("".join(self.out))
            self.out = []
        return 0

    cdef int opened(self) except -1:
        if self.out or self.chunks:
            self.put("\n")
            self.width = 0
        self.put("(")
        return 0

    cdef int node(self, dict properties, bint known) except -1:
        """`known`: names and values are as the reader found them, so they need no check."""
        cdef list parts = [";"]
        cdef str text
        for name, raw in properties.items():
            if raw:
                parts.append(f"{name}[{']['.join(raw)}]" if known else f"{self.named(name)}[{self.checked(name, raw)}]")
        text = "".join(parts)
        if self.width + len(text) > self.most and self.width:
            self.put("\n")
            self.width = 0
        self.put(text)
        self.width += len(text)
        return 0

    cdef int document(self, Document document, Py_ssize_t first) except -1:
        """The nodes below one of which nobody has asked for children, and so for nothing below."""
        cdef Py_ssize_t node = first + 1, end = document.after[first]
        cdef Py_ssize_t before = first
        cdef list ends = []
        while node < end:
            while ends and <Py_ssize_t>ends[len(ends) - 1] == node:
                self.put(")")
                ends.pop()
            if node != before + 1 or document.after[before] == node or document.after[node] != document.after[before]:
                self.opened()
                ends.append(document.after[node])
            self.node(document.properties(node), True)
            before = node
            node += 1
        for _ in ends:
            self.put(")")
        return 0


def write(Node root not None, charset, named, checked, Py_ssize_t most):
    """The SGF text of a node and of what hangs below it.

    `charset`: what CA of the root comes to say, or None. `named`, `checked`: functions that check a name, and values, and give what is written.
    Raises ValueError for a node that hangs in the tree twice.
    """
    cdef _Writer writer = _Writer.__new__(_Writer)
    cdef Node node
    cdef dict properties
    cdef set met = {root}
    cdef list stack = [")", root, "("], kids
    cdef bint known
    writer.out, writer.chunks, writer.width = [], [], 0
    writer.named, writer.checked, writer.most = named, checked, most
    while stack:
        item = stack.pop()
        if item == "(":
            writer.opened()
            continue
        if item == ")":
            writer.put(")")
            continue
        node = item
        known = node.dictionary is None and node.document is not None
        properties = node.document.properties(node.at) if known else node.props()
        if charset is not None and node is root:
            properties = {**properties, "CA": [charset]}
        writer.node(properties, known)
        if node.below is None and node.only is None:
            if node.document is not None and not node.alone:
                writer.document(node.document, node.at)
            continue
        kids = [node.only] if node.below is None else node.below
        for child in kids:
            if child_of(child) in met:
                raise ValueError(RING)
            met.add(child)
        if len(kids) == 1:
            stack.append(kids[0])
        else:
            for child in reversed(kids):
                stack += ")", child, "("
    writer.chunks.append("".join(writer.out))
    return "".join(writer.chunks)


cdef inline Py_ssize_t axis(Py_UCS4 c) noexcept:
    if u"a" <= c <= u"z":
        return <Py_ssize_t>c - 97
    if u"A" <= c <= u"Z":
        return <Py_ssize_t>c - 65 + 26
    return -1


cdef str squeezed(str raw):
    """A point without the white space and control characters in it."""
    return "".join([letter for letter in raw if letter > " " and letter != "\\"]) if len(raw) < 100 else raw


cpdef Py_ssize_t point(str raw, Py_ssize_t rows, Py_ssize_t cols) except -1:
    """An SGF point (column letter, row letter, from the top left) as `row * cols + col`. Raises ValueError."""
    cdef Py_ssize_t row, col
    if len(raw) != 2:
        raw = squeezed(raw)
    if len(raw) == 2:
        col, row = axis(raw[0]), axis(raw[1])
        if 0 <= row < rows and 0 <= col < cols:
            return row * cols + col
    raise ValueError(f"[{shown(raw)}] is no point of a board of {rows} rows and {cols} columns")


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
    if len(word) != 2:
        word = squeezed(word)
        if not word:
            return point(raw, rows, cols)
    return move(word, rows, cols) if word != raw else point(word, rows, cols)


cdef bint lone_move(Document text, Py_ssize_t i, int* color, Py_UCS4* col, Py_UCS4* row) noexcept:
    """Whether the node at i is ";B[xy]" or ";W[xy]" and nothing else, as nearly all are."""
    cdef Py_UCS4 c
    if i + 5 >= text.end or text.letter(i) != u";" or text.letter(i + 2) != u"[" or text.letter(i + 5) != u"]":
        return False
    c = text.letter(i + 1)
    if c == u"B":
        color[0] = 1
    elif c == u"W":
        color[0] = 2
    else:
        return False
    col[0], row[0] = text.letter(i + 3), text.letter(i + 4)
    i = text.blank(i + 6)
    if i == text.end:
        return True
    c = text.letter(i)
    return c == u";" or c == u"(" or c == u")"


def with_more_than_a_move(list nodes not None):
    """The nodes of a line that hold more, or less, than one move: list of (number of such lone moves since the one before, node)."""
    cdef int color
    cdef Py_UCS4 col, row
    cdef Py_ssize_t moves = 0
    cdef Node node
    cdef list found = []
    for node in nodes:
        if (node.dictionary is None and node.document is not None and not node.document.late_count
                and lone_move(node.document, node.document.start[node.at], &color, &col, &row)):
            moves += 1
        else:
            found.append((moves, node))
            moves = 0
    return found


def line_moves(list nodes not None, Py_ssize_t rows, Py_ssize_t cols, other, fault=None):
    """The moves of a line of nodes: list of (colour, point), colour 1 Black or 2 White.

    `other(node, moves)` is called for every node that sets stones up or says whose turn it is, before its own moves.
    `fault(what, node)`: called for a move that is no point, which is then left out; None raises SGFError.
    """
    cdef list moves = [], values
    cdef Node node
    cdef str name
    cdef int colour = 0
    cdef Py_UCS4 a = 0, b = 0
    cdef Py_ssize_t row, col
    for each in nodes:
        if not isinstance(each, Node):
            raise TypeError(f"a line is a list of Nodes, not of {type(each).__name__}")
        node = each
        if node.dictionary is None and node.document is not None and not node.document.late_count:
            if lone_move(node.document, node.document.start[node.at], &colour, &a, &b):
                col, row = axis(a), axis(b)
                if 0 <= row < rows and 0 <= col < cols:
                    moves.append((colour, row * cols + col))
                    continue
        for name in node.props():
            if len(name) == 2 and name in ("AB", "AW", "AE", "PL"):
                other(node, moves)
                break
        for name, values in node.props().items():
            if len(name) != 1 or name[0] != u"B" and name[0] != u"W":
                continue
            colour = 1 if name[0] == u"B" else 2
            for raw in values:
                try:
                    moves.append((colour, move(raw, rows, cols)))
                    if fault is not None and len(raw) > 2 and not raw.strip().isalpha() and raw.strip():
                        fault(f"{name}[{shown(raw)}]: white space in a point", node, False)
                except ValueError as error:
                    what = f"move {len(moves) + 1}, {name}{error}"
                    if fault is None:
                        raise SGFError(what, node.line, node.column) from None
                    fault(what, node)
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
