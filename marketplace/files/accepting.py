"""Uploaded files: recognized by content, never by name, and sanitized.

A picture is re-encoded, so that only its pixels remain: no position, no camera, no second file behind the
first. A PDF is stored as it is if it has no active content, and is only ever served as a download
(:mod:`marketplace.files.private`).
"""

import re
import struct
import unicodedata
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework.request import Request

from marketplace.errors import Invalid, explain
from marketplace.files.active_content import is_active_pdf

if TYPE_CHECKING:
    from PIL import Image as Pictures

MAX_BYTES = 10 * 1024 * 1024
# Bytes of multipart encoding around a file.
FORM_OVERHEAD = 64 * 1024
# What is decoded at once: 64 MB.
MAX_PIXELS = 16_000_000
# A camera's; of such a photo a half, a quarter or an eighth is decoded.
MAX_JPEG_PIXELS = 80_000_000
LONGEST_SIDE = 3000
LONGEST_NAME = 100
# What a square keeps of a picture: the middle across, a little above the middle down.
_FACES = (0.5, 0.4)

# Markers of JPEG: a frame that is not progressive, and the beginning of a scan.
_SEQUENTIAL_FRAMES, _SCAN = (0xC0, 0xC1), 0xDA
# What the decoder of JPEG can divide the sides by while it decodes.
_PARTS = (1, 2, 4, 8)

_PDF = re.compile(rb"%PDF-[12]\.\d")
_MARKUP = re.compile(rb"<\s*(?:script|html|svg|iframe|!doctype)", re.IGNORECASE)
# The EICAR test signature for virus scanners; split, so that none finds it here.
_TEST_VIRUS = b"EICAR-STANDARD-" + b"ANTIVIRUS-TEST-FILE"

explain(
    empty_file="The file is empty (400).",
    file_too_large="The file is larger than 10 MB (400).",
    file_type="The content of the file is of no accepted type, whatever its name says (400).",
    picture_too_large="The picture has too many pixels (400).",
    unsafe_file="The file contains active content, such as scripts (400).",
    unreadable_file="The file is damaged (400).",
)


@dataclass(frozen=True)
class Accepted:
    """A file to be stored: its bytes, media type and extension."""

    content: bytes
    content_type: str
    suffix: str


def file_error(sentence: str, code: str, *, field: str = "file") -> Invalid:
    """Return the error for a file (400)."""
    return Invalid(sentence, code=code, fields={field: [sentence]})


def content_of(request: Request) -> bytes:
    """Return the content of the form's field ``file``; 400 if it is missing, or larger than 10 MB."""
    file = request.FILES.get("file")
    if file is None:
        raise file_error(_("Please choose a file."), "empty_file")
    if file.size is not None and file.size > MAX_BYTES:
        raise file_error(_("The file is larger than 10 MB."), "file_too_large")
    content: bytes = file.read()
    return content


def accepted_document(content: bytes) -> Accepted:
    """Return a sanitized PDF, JPEG or PNG; 400 for anything else."""
    if _checked(content).startswith(b"%PDF-"):
        return _pdf(content)
    # A document stays what it was: as a PNG, its small print stays sharp.
    return _written(*_drawn(content, LONGEST_SIDE, otherwise=_("Please choose a PDF, JPEG or PNG file.")))


def accepted_picture(
    content: bytes, *, longest_side: int = LONGEST_SIDE, as_portrait: bool = False
) -> Accepted:
    """Return a JPEG of a JPEG or PNG, upright, ``longest_side`` pixels at most; 400 for anything else.

    Transparency becomes white: as a PNG, a photo would take several times as much. ``as_portrait`` makes a
    square: the middle, rather of its upper part, where faces are.
    """
    image, _kind = _drawn(
        _checked(content),
        longest_side,
        otherwise=_("Please choose a JPEG or PNG picture."),
        is_square=as_portrait,
    )
    return _written(image, "JPEG")


def _drawn(
    content: bytes, longest_side: int, *, otherwise: str, is_square: bool = False
) -> "tuple[Pictures.Image, str]":
    """Return the picture and what it was, ``JPEG`` or ``PNG``; 400 for anything else."""
    if content.startswith(b"\xff\xd8\xff"):
        kind = "JPEG"
    elif content.startswith(b"\x89PNG\r\n\x1a\n"):
        kind = "PNG"
    else:
        raise file_error(otherwise, "file_type")
    return _drawn_anew(content, kind, longest_side, is_square=is_square), kind


def safe_name(name: str, *, suffix: str, otherwise: str) -> str:
    """Return a file's name without folders and control characters, with the extension of its content."""
    last = PurePosixPath(name.replace("\\", "/")).name
    allowed = "".join(
        char for char in unicodedata.normalize("NFC", last) if unicodedata.category(char)[0] != "C"
    )
    stem = allowed.rpartition(".")[0] or allowed
    return f"{stem.strip('. ')[: LONGEST_NAME - len(suffix)] or otherwise}{suffix}"


def _checked(content: bytes) -> bytes:
    if not content:
        raise file_error(_("The file is empty."), "empty_file")
    if len(content) > MAX_BYTES:
        raise file_error(_("The file is larger than 10 MB."), "file_too_large")
    if _TEST_VIRUS in content:
        raise file_error(_("This file cannot be taken: a virus scanner would stop it."), "unsafe_file")
    return content


def _pdf(content: bytes) -> Accepted:
    if not _PDF.match(content) or b"%%EOF" not in content[-1024:]:
        raise file_error(_("This PDF is damaged. Please save it anew and try again."), "unreadable_file")
    if _MARKUP.search(content) or is_active_pdf(content):
        raise file_error(
            _("This PDF holds scripts or other files. Please print it to a new PDF."), "unsafe_file"
        )
    return Accepted(content, "application/pdf", ".pdf")


def _drawn_anew(content: bytes, kind: str, longest_side: int, *, is_square: bool = False) -> "Pictures.Image":
    # Imported late: only uploads of pictures need it.
    from PIL import Image, ImageOps  # noqa: PLC0415

    most = MAX_JPEG_PIXELS if kind == "JPEG" and _is_decoded_by_lines(content) else MAX_PIXELS
    try:
        with Image.open(BytesIO(content), formats=[kind]) as image:
            if image.width * image.height > most:
                raise _too_many_pixels()
            needed = min(image.size) if is_square else max(image.size)
            image.draft("RGB", _decoded_size(image.size, needed // longest_side))
            image.load()
            # Made smaller first: each further step holds a copy.
            side = min(*image.size, longest_side)
            image.thumbnail(_around(image.size, side) if is_square else (longest_side, longest_side))
            _turn_upright(image)
    except Invalid:
        raise
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except (OSError, SyntaxError, ValueError, IndexError) as error:
        raise file_error(_("This picture is damaged. Please try another one."), "unreadable_file") from error
    return ImageOps.fit(image, (side, side), centering=_FACES) if is_square else image


def _is_decoded_by_lines(content: bytes) -> bool:
    """Return whether a JPEG has one scan with all colors in full.

    Of any other, such as a progressive one, the decoder holds all that it has read, up to eight bytes a
    pixel, at whatever part of its size it is decoded.
    """
    at, colors = 2, 0
    while (head := content[at : at + 10])[:1] == b"\xff" and len(head) == 10:
        marker, length = head[1], int.from_bytes(head[2:4])
        if marker in _SEQUENTIAL_FRAMES:
            colors = head[9]
        elif marker == _SCAN:
            return head[4] == colors
        at += 2 + length
    return False


def _decoded_size(size: tuple[int, int], times_too_large: int) -> tuple[int, int]:
    """Return the size at which a JPEG is decoded: the smallest part that is enough, if not too large."""
    width, height = size
    part = max(one for one in _PARTS if one <= max(times_too_large, 1))
    while width * height > MAX_PIXELS * part**2:
        part *= 2
    return max(width // part, 1), max(height // part, 1)


def _turn_upright(image: "Pictures.Image") -> None:
    """Turn a picture as its metadata says; if that is damaged it says nothing, and the pixels are whole."""
    from PIL import ExifTags, ImageOps  # noqa: PLC0415

    try:
        image.getexif().get(ExifTags.Base.Orientation)
    except (struct.error, SyntaxError, ValueError):
        return
    # With these Pillow would write the metadata anew, which it cannot do with all that it can read.
    for name in ("exif", "Raw profile type exif"):
        image.info.pop(name, None)
    ImageOps.exif_transpose(image, in_place=True)


def _around(size: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the size of a picture whose shorter side is ``side``."""
    shorter = min(size)
    return -(-size[0] * side // shorter), -(-size[1] * side // shorter)


def _written(image: "Pictures.Image", kind: str) -> Accepted:
    """Encode a picture without metadata."""
    from PIL import Image  # noqa: PLC0415

    image = _in_eight_bits(image)
    # Also one whose metadata names a color that is not to be seen.
    is_see_through, out = image.has_transparency_data, BytesIO()
    if kind == "PNG":
        _bare(image, "RGBA" if is_see_through else "RGB").save(out, "PNG")
        return Accepted(out.getvalue(), "image/png", ".png")
    if is_see_through:
        seen = image.convert("RGBA")
        image = Image.new("RGBA", seen.size, "white")
        image.alpha_composite(seen)
    _bare(image, "RGB").save(out, "JPEG", quality=85)
    return Accepted(out.getvalue(), "image/jpeg", ".jpg")


def _bare(image: "Pictures.Image", mode: str) -> "Pictures.Image":
    """Return a picture without what was written beside its pixels: encoders write some of it anew."""
    bare = image.convert(mode)
    bare.info.clear()
    return bare


def _in_eight_bits(image: "Pictures.Image") -> "Pictures.Image":
    """Return a picture with 256 tones of gray instead of 65536, which Pillow would cut off above 255."""
    if image.mode != "I;16":
        return image
    scaled = image.point(lambda tone: tone / 256).convert("L")
    if "transparency" in scaled.info:
        scaled.info["transparency"] //= 256
    return scaled


def _too_many_pixels() -> Invalid:
    return file_error(_("This picture has too many pixels. Please make it smaller."), "picture_too_large")
