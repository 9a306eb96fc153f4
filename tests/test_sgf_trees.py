"""Trees: lazily made nodes behave like plain ones, rings are refused in words, memory stays within ten times the text."""

import random
import subprocess
import sys

import pytest

from goboard import sgf
from goboard.sgf import Node, Tree

TEXT = "(;SZ[9]C[r](;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))(;B[ff]))"


def test_nodes_are_the_same_objects_however_they_are_reached():
    tree = sgf.loads(TEXT)[0]
    line = tree.main_line
    assert line[1] is tree.root.children[0] and line[2] is line[1].children[0] and line[3] is line[2].children[0]
    assert all(child.parent is parent for parent, child in zip(line, line[1:]))
    assert list(tree.nodes())[:4] == line


def test_what_is_edited_is_written():
    tree = sgf.loads(TEXT)[0]
    tree.main_line[2].properties["C"] = ["new"]
    tree.root.children.pop()
    Node({"B": "gg"}, tree.root.children[0].children[0].children[0])
    assert sgf.dumps(tree, None).replace("\n", "") == "(;SZ[9]C[r];B[aa];W[bb]C[new](;B[cc];B[gg])(;B[dd];W[ee]))"


def test_a_branch_is_moved():
    tree = sgf.loads(TEXT)[0]
    first, second = tree.root.children
    tree.root.children[:] = [second, first]
    assert [node.get("B") for node in tree.main_line] == [None, "ff"]
    assert len(list(tree.nodes())) == 7


def test_writing_is_the_same_whether_or_not_the_nodes_were_made():
    rng = random.Random(3)
    for _ in range(300):
        text = "(;" + "".join(rng.choice(["(;B[aa]", ")", ";W[bb]", "C[x]", "(;", "LB[aa:1]", ";"]) for _ in range(rng.randint(0, 30)))
        fresh, made = sgf.loads(text), sgf.loads(text)
        nodes = [node.properties for tree in made for node in tree.nodes()]
        assert sgf.dumps(fresh, None) == sgf.dumps(made, None)
        again = sgf.loads(sgf.dumps(fresh, None), strict=True)
        assert [node.properties for tree in again for node in tree.nodes()] == nodes


def ring():
    tree = sgf.loads(TEXT)[0]
    tree.main_line[-1].children.append(tree.root)
    return tree


def own_child():
    tree = sgf.loads(TEXT)[0]
    tree.root.children[0].children.insert(0, tree.root.children[0])
    return tree


def two_parents():
    tree = sgf.loads(TEXT)[0]
    tree.root.children.append(tree.root.children[0].children[0])
    return tree


def diamonds():
    root = node = Node()
    for _ in range(60):
        below = Node()
        node.children.extend([below, below])
        node = below
    return Tree(root)


@pytest.mark.parametrize("made", [ring, own_child, two_parents, diamonds])
def test_a_node_that_hangs_twice_is_refused(made):
    tree = made()
    with pytest.raises(ValueError, match="twice"):
        str(tree)
    with pytest.raises(ValueError, match="twice"):
        list(tree.nodes())


@pytest.mark.parametrize("made", [ring, own_child])
def test_a_main_line_that_comes_round_is_refused(made):
    tree = made()
    for ask in (lambda: tree.main_line, lambda: sgf.record(tree), lambda: sgf.dumps(tree), lambda: repr(tree)):
        with pytest.raises(ValueError, match="twice"):
            ask()


def test_a_node_that_is_its_own_parent_has_no_path():
    node = Node()
    node.__init__({}, node)
    with pytest.raises(ValueError, match="twice"):
        node.path


def test_a_child_is_a_node():
    tree = Tree()
    tree.root.children.append("B[aa]")
    for ask in (lambda: tree.main_line, lambda: str(tree), lambda: list(tree.nodes())):
        with pytest.raises(TypeError, match="Node"):
            ask()


def test_children_added_during_a_walk_are_not_met():
    tree = sgf.loads(TEXT)[0]
    for node in tree.nodes():
        Node({}, node)
    assert len(list(tree.nodes())) == 14


MEMORY = """
import resource
from goboard import sgf
size = 10_000_000
data = {}
sgf.loads(b"(;C[\\xe5])")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
games = sgf.loads(data)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(data))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux")
@pytest.mark.parametrize(
    "data",
    [
        "b'(;GM[1]SZ[19]PB[a]PW[b]KM[6.5];B[pd];W[dp];B[dd];W[pp])\\n' * (size // 56)",
        "b'(;SZ[9]' + b';B[aa]' * (size // 6) + b')'",
        "b'(;SZ[9]' + b'(;B[aa])' * (size // 8) + b')'",
        "b'(;SZ[9]C[' + b'x' * size + b'])'",
        "b'(' + b';' * size + b')'",
    ],
    ids=["many games", "a deep one", "a wide one", "one comment", "empty nodes"],
)
def test_ten_megabytes_load_in_ten_times_their_size(data):
    done = subprocess.run([sys.executable, "-c", MEMORY.format(data)], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 10
