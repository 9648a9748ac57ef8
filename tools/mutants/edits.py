"""Lists every n-th of the useful wrong edits of modules.

Run by the mutation tool's own interpreter: ``edits.py EVERY MODULE…``. Prints for each edit its module, name
and edited source, as JSON.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

# Plausible mistakes. The tool also makes edits that do not compile or import (``*`` of a signature, ``|`` of
# a type), which would count as noticed and inflate the figure.
TELLING = re.compile(
    r"core/(AddNot|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|(Lt|Gt)E?_(Lt|Gt)E?)"
    r"|ReplaceBinaryOperator_((Add|Sub|Mul|Div)_(Add|Sub|Mul|Div)|BitAnd_BitOr)|ReplaceUnaryOperator_\w+"
    r"|Replace(True|False|And|Or)With\w+|Replace(Break|Continue)With\w+"
    r"|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIterationForLoop)$"
)


def edits_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, edited line and edited source of each useful edit."""
    lines, nodes = text.splitlines(), list(ast_nodes(get_ast(text)))
    for name in filter(TELLING.match, plugins.operator_names()):
        operator = plugins.get_operator(name)()
        places = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, ((line, column), _) in enumerate(places):
            # A ``*`` of a signature or call, not a multiplication.
            if "_Mul_" in name and not re.match(r"\s*\*\s*[\w(]", lines[line - 1][column - 1 :]):
                continue
            edited = mutate_code(text, operator, occurrence)
            if edited is not None and edited != text:
                yield line, becomes(text, edited), edited


def becomes(text: str, edited: str) -> str:
    """Return the first line that an edit changes, as edited."""
    pairs = zip(text.splitlines(), edited.splitlines(), strict=False)
    before, after = next(((old, new) for old, new in pairs if old != new), ("", ""))
    return after.strip() or f"without {before.strip()}"


def main(every: int, modules: list[str]) -> None:
    """Print the edits of some modules."""
    for module in modules:
        text = Path(module).read_text(encoding="utf-8")
        different = {edited: (line, shown) for line, shown, edited in edits_of(text)}
        ordered = sorted((*what, edited) for edited, what in different.items())
        for line, shown, edited in ordered[::every]:
            print(json.dumps([module, f"{module}:{line}: {shown}", edited]))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
