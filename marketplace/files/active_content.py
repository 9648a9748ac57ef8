"""Active content of PDFs: scripts, programs to start, and other files inside."""

import re
import zlib

_ACTS = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFile|EmbeddedFiles|RichMedia|XFA)\b")
# A stream with other objects of the PDF in it (since version 1.5), which ordinary writers compress.
_OBJECT_STREAM = re.compile(rb"/ObjStm\b")
_STREAM = re.compile(rb"\bstream\r?\n")
_FILTER = re.compile(rb"/(\w+Decode)\b")
# It begins with the number and the position of its first object.
_FIRST_OBJECT = re.compile(rb"\s*\d+\s+\d+\s")
# Its dictionary has 100 bytes or so, and all such streams of a document some megabytes.
_LONGEST_DICTIONARY = 2_000
MAX_INFLATED = 32 * 1024 * 1024

_BLANKS = rb"[\0\t\n\f\r ]*+"
_CHARACTERS = rb"[^()\\]++|\\."
# Text in parentheses, with two more pairs inside each other at most.
_TEXT = rb"\((?:%b|\((?:%b|\((?:%b)*+\))*+\))*+\)" % (_CHARACTERS, _CHARACTERS, _CHARACTERS)
# Where readers begin: at any position that the file names, and at some behind odd numbers, too.
_ENTRY = rb"obj(?<=[\0\t\n\f\r 0-9.+-]obj)|trailer"
_TOKEN = re.compile(
    rb"(?P<note>%%[^\r\n]*+|%b|<[\0\t\n\f\r 0-9A-Fa-f]*+>)|(?P<open><<|\[)|(?P<stream>>>%bstream\r?\n)"
    rb"|(?P<close>>>|\])|(?P<entry>%b)|(?P<odd>[()<>{}])" % (_TEXT, _BLANKS, _ENTRY),
    re.DOTALL,
)
_ENTRIES = re.compile(_ENTRY)
_CLOSES = {b"<<": b">>", b"[": b"]"}
# Ordinary documents have some tens of thousands beside their streams.
MOST_TOKENS = 300_000


def is_active_pdf(content: bytes) -> bool:
    """Return whether a PDF holds active content, or anything that cannot be read and so may be active."""
    try:
        if any(map(_acts, _compressed_objects(content))):
            return True
        # The names are short enough to occur by chance in a large picture.
        return _acts(content) and _acts(_outside_streams(content))
    except (ValueError, zlib.error):
        return True


def _acts(objects: bytes) -> bool:
    return _ACTS.search(_unescaped(objects)) is not None


def _unescaped(objects: bytes) -> bytes:
    """Return objects of a PDF with plain names, which may have any letter as #4A."""
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda match: bytes([int(match.group(1), 16)]), objects)


def _outside_streams(content: bytes) -> bytes:
    """Return a PDF without the data of its streams.

    Raises ``ValueError`` unless it is certain that no reader finds an object there: none may begin within a
    stream, a text or a comment, and whatever is open must be closed before the next one or a stream begins.
    """
    parts: list[bytes] = []
    open_brackets: list[bytes] = []
    at = after = 0
    for _number in range(MOST_TOKENS):
        token = _TOKEN.search(content, at)
        if token is None:
            return b" ".join([*parts, content[after:]])
        kind, at = token.lastgroup, token.end()
        if kind == "open":
            open_brackets.append(_CLOSES[token.group()])
        elif kind in {"close", "stream"}:
            if not open_brackets or not token.group().startswith(open_brackets.pop()):
                raise ValueError("a bracket too many")
        elif kind == "odd" or (kind == "note" and _ENTRIES.search(token.group())):
            raise ValueError("not as PDFs are written")
        if kind in {"entry", "stream"} and open_brackets:
            raise ValueError("an object without an end")
        if kind == "stream":
            parts.append(content[after:at])
            after = at = content.find(b"endstream", at)
            if after < 0 or _ENTRIES.search(content, token.end(), after):
                raise ValueError("an object within a stream")
    raise ValueError("too many words")


def _compressed_objects(content: bytes) -> list[bytes]:
    """Return what the object streams of a PDF hold.

    Raises ``ValueError`` or ``zlib.error`` for one that is not simply deflated, and for more than 32 MB.
    """
    found = list(_OBJECT_STREAM.finditer(content))
    if len(found) != len(_OBJECT_STREAM.findall(_unescaped(content))):
        raise ValueError("an object stream in disguise")
    texts: list[bytes] = []
    left, after = MAX_INFLATED, 0
    for name in found:
        begin = _STREAM.search(content, name.end(), name.end() + _LONGEST_DICTIONARY)
        if begin is None or name.start() < after:
            raise ValueError("no stream of its own")
        earliest = max(after, name.start() - _LONGEST_DICTIONARY)
        dictionary = content[max(earliest, content.rfind(b"obj", earliest, name.start())) : begin.start()]
        if _FILTER.findall(dictionary) != [b"FlateDecode"] or b"/Predictor" in dictionary:
            raise ValueError("an unusual encoding")
        after = content.find(b"endstream", begin.end())
        texts.append(_inflated(content[begin.end() : max(after, 0)], most=left))
        left -= len(texts[-1])
    return texts


def _inflated(stream: bytes, *, most: int) -> bytes:
    inflating = zlib.decompressobj()
    # One byte more: nought would be no limit.
    objects = inflating.decompress(stream, most + 1)
    if not inflating.eof or len(objects) > most or not _FIRST_OBJECT.match(objects):
        raise ValueError("no end, or no objects")
    return objects
