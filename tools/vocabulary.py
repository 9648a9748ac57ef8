"""Checks the vocabulary: one word for each thing in names.

``python -m tools.vocabulary`` checks every identifier of Python, TypeScript and JavaScript, every key of the
web app's texts, every file's name and every error code. Words count as parts of names, too: ``linkWish``
and ``LINK_WISH`` contain ``wish``.
Texts on the screen, comments and names of other libraries are not checked.
"""

import io
import json
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.console import ROOT, say

# Words that are not allowed, and what to write instead.
WORDS = {
    "wish": "request, payload, or what it is about",
    "told": "data, message, listener",
    "habit": "rebook suggestion",
    "refusal": "error",
    "backwards": "reversed",
    "lane": "queue",
    "finder": "search",
    "verdict": "result",
    "office": "admin site, operator",
    "neighbour": "provider",
    "farewell": "shutdown, broadcast",
    "scene": "setup, fixtures",
    "shelf": "cache route",
    "drained": "sync result",
    "unsent": "pending",
    "parked": "failed",
    "desk": "dashboard",
    "finding": "search, failure",
    "complaint": "page error",
}
# In the web app's sources alone: elsewhere pictures and documents are drawn.
WEB_WORDS = {"drawn": "prerendered"}
# How the names of the web app's files neither begin nor end.
WEB_FILES = {r"late-.*": "lazy-…", r".*-news": "…-broadcast", r"wake|waiting|first-answers": "what it does"}
# Names that are not allowed as a whole; their words alone are. ``workOff`` and ``WORK_OFF`` are ``work_off``.
NAMES = {
    "act_upon_due": "process_due_events",
    "again_list": "suggestion list",
    "arrives_at": "to_have_url",
    "backwards": "reversed",
    "beginning": "prefill, prefix, setup",
    "beginnings": "prefixes, setups",
    "by_hand": "manual",
    "canary": "leak user",
    "card_kept_at": "card_saved_at",
    "clock_is_right": "reset_clock",
    "data_drawn": "data_prerendered",
    "dead_end": "error screen",
    "drop_waiting": "apply pending",
    "end_if_all_is_returned": "cancel_if_fully_refunded",
    "end_owed": "pending_sign_out",
    "falls_silent": "expect_nothing_shown",
    "first_answers": "initial_data",
    "first_line": "order_headline",
    "heads": "ready_actions",
    "heard_or_kept": "network_first",
    "heard_server_time": "sync_server_clock",
    "has_room": "expect_no_overflow",
    "hurry": "make_due",
    "isolated": "isolate_errors",
    "keep_soon": "schedule_store",
    "kept_wish": "prefill",
    "money_arrived": "on_payment_succeeded",
    "nobody_fits": "no_matches",
    "out_of_reach": "not_served_notice",
    "owe_end": "pending_sign_out",
    "photograph": "screenshot",
    "postpone": "delay",
    "queue_up": "lock",
    "standing": "closed hours, recurring",
    "standing_bookings": "bookings_on_closed_hours",
    "surround": "register_context",
    "take_note": "sync_refund",
    "waking_once": "coalesce_wakeups",
    "whats_next": "next_steps",
    "what_happens": "checkout_notes",
    "whole_list": "filtered_list",
    "with_waiting": "apply_pending",
    "work_off": "process_due",
    "worked_off": "run_result",
    "write_down": "record, insert",
}
# Former error codes of the API.
CODES = frozenset(
    {
        "already_closed",
        "already_hidden",
        "already_off",
        "already_open",
        "already_visible",
        "busy",
        "in_the_past",
        "no_such_hour",
        "no_weekday",
        "not_a_start",
        "not_parked",
        "nothing_to_return",
        "other_account",
        "own_service",
        "places",
        "range_inverted",
        "slot_inverted",
        "slot_length",
        "still_running",
        "too_far_ahead",
        "window_inverted",
    }
)
# Names that are part of the API or of other libraries.
ALLOWED = frozenset(
    {
        # Of the API: hand-backs.
        "neighbours",
        # Of Django, WhiteNoise and the xlsx format.
        "database_backwards",
        "finders",
        "STATICFILES_FINDERS",
        "WHITENOISE_USE_FINDERS",
        "officedocument",
    }
)
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
# Comments, strings, template literals, and regular expressions.
_ASIDE = re.compile(
    r"""
    /\*.*?\*/ | (?<!:)//[^\n]*
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`
    | (?<=[(,:=!&|?{\[\s])/(?![/*\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*
    """,
    re.DOTALL | re.VERBOSE,
)
# A text of the web app: its key is a name, what it says is not.
_TEXT_KEY = re.compile(r'^\s*"([^"]+)":')
_TEXTS = Path("frontend/src/i18n")
_GENERATED = ("frontend/src/api/schema.gen.ts",)


def parts(name: str) -> list[str]:
    """Return the words of a name in lower case, also without a plural s."""
    found = [part.lower() for part in _PART.findall(name)]
    return found + [part.removesuffix("es") for part in found] + [part.removesuffix("s") for part in found]


def instead_of(name: str, *, web: bool = False) -> str | None:
    """Return what to write instead of a name (of the web app: ``web``), or None."""
    if name in ALLOWED:
        return None
    whole = "_".join(part.lower() for part in _PART.findall(name))
    words = WORDS | WEB_WORDS if web else WORDS
    return NAMES.get(whole) or next((words[part] for part in parts(name) if part in words), None)


def instead_of_file(file: Path) -> str | None:
    """Return what to write instead of a file's or one of its folders' names, or None."""
    web = is_web(file)
    stems = [name.partition(".")[0] for name in file.parts]
    for stem in stems:
        if (write := instead_of(stem.replace("-", "_"), web=web)) is not None:
            return write
    return next((WEB_FILES[form] for form in WEB_FILES if web and re.fullmatch(form, stems[-1])), None)


def is_web(file: Path) -> bool:
    """Tell whether a file is a source of the web app, or one of its tests."""
    return file.parts[0] == "frontend" and file.suffix in READERS


def of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names in a Python source with their line numbers."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string


def of_typescript(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names in a TypeScript or JavaScript source with line numbers; also words of JSX text."""
    code = _ASIDE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for number, line in enumerate(code.splitlines(), 1):
        for match in _IDENTIFIER.finditer(line):
            yield number, match[0]


def of_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words between the dots of the keys in a file of texts, with their line numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        if (match := _TEXT_KEY.match(line)) is not None:
            yield from ((number, word) for word in match[1].split("."))


READERS: dict[str, Callable[[str], Iterator[tuple[int, str]]]] = {
    ".py": of_python,
    **dict.fromkeys((".ts", ".tsx", ".mts", ".js", ".mjs"), of_typescript),
}


def _reader(file: Path) -> Callable[[str], Iterator[tuple[int, str]]] | None:
    if file.is_relative_to(_TEXTS) and len(file.relative_to(_TEXTS).parts) > 1:
        return of_texts
    return READERS.get(file.suffix)


def _files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - git is what this checkout came by
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return [Path(name) for name in listed.split("\0") if name and "/migrations/" not in name]


def violations() -> Iterator[str]:
    """Yield a line for each name, file and code that is not allowed."""
    for file in _files():
        if (write := instead_of_file(file)) is not None:
            yield f"{file}: the name of the file: write {write}"
        read = _reader(file)
        if read is None or str(file) in _GENERATED or file == Path("tools/vocabulary.py"):
            continue
        for number, name in read((ROOT / file).read_text(encoding="utf-8")):
            if (write := instead_of(name, web=is_web(file))) is not None:
                yield f"{file}:{number}: {name}: write {write}"
    document = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    codes = set(document["components"]["schemas"]["ErrorCode"]["enum"])
    for code in sorted(codes & CODES):
        yield f"docs/openapi.json: the code {code} has another name now"


def main() -> int:
    """Print the violations."""
    found = list(violations())
    for line in found:
        say(f"FAIL {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
