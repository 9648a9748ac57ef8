"""Leaves out the wrong edits that say nothing, and, of the rest, all but every so-manieth.

Run by the mutation tool's own interpreter: ``thin.py SESSION EVERY``. What is left out is marked as skipped.
"""

import re
import sys
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkResult

# Edits that a tired person might make. The tool also knows many that no interpreter gets past (``*`` of a
# signature, ``|`` of a type), which would be counted as noticed and flatter the figure.
TELLING = re.compile(
    r"core/(AddNot|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|(Lt|Gt)E?_(Lt|Gt)E?)"
    r"|ReplaceBinaryOperator_((Add|Sub|Mul|Div)_(Add|Sub|Mul|Div)|BitAnd_BitOr)|ReplaceUnaryOperator_\w+"
    r"|Replace(True|False|And|Or)With\w+|Replace(Break|Continue)With\w+"
    r"|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIterationForLoop)$"
)


def says_something(mutation: MutationSpec, lines: list[str]) -> bool:
    """Tell whether a test could learn something from this edit."""
    name = mutation.operator_name
    if not TELLING.match(name):
        return False
    line, column = mutation.start_pos
    text = lines[line - 1]
    # The star of a signature or of a call is no multiplication.
    return not ("_Mul_" in name and not re.match(r"\s*\*\s*[\w(]", text[column - 1 :]))


def thin(session: WorkDB, every: int) -> None:
    """Mark what is left out."""
    items = sorted(
        session.pending_work_items,
        key=lambda item: (item.mutations[0].start_pos, item.mutations[0].operator_name),
    )
    lines = {
        path: Path(path).read_text(encoding="utf-8").splitlines()
        for path in {item.mutations[0].module_path for item in items}
    }
    telling = [
        item for item in items if says_something(item.mutations[0], lines[item.mutations[0].module_path])
    ]
    kept = {item.job_id for item in telling[::every]}
    for item in items:
        if item.job_id not in kept:
            session.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


if __name__ == "__main__":
    with use_db(sys.argv[1], WorkDB.Mode.open) as database:
        thin(database, int(sys.argv[2]))
