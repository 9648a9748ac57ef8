"""Uploaded files: recognized by content, sanitized, and stored where no URL leads."""

import struct
import subprocess
import sys
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from PIL import Image, PngImagePlugin
from PIL.ExifTags import IFD, Base

from conftest import client_for, make_operator
from marketplace.files.accepting import LONGEST_SIDE, MAX_BYTES, accepted_picture
from marketplace.files.active_content import MAX_INFLATED, MOST_TOKENS
from marketplace.files.portraits import SIDE
from providers.models import Application, ApplicationDocument, Provider
from providers.tests.applicants import ADDRESS, PDF, PERSONAL, filled_in, picture, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def pdf_with(words: bytes) -> bytes:
    return PDF.replace(b"/Catalog", b"/Catalog " + words)


def pdf_with_objects(objects: bytes, *, first: bytes = b"1 0 ", entries: bytes = b"") -> bytes:
    """Return a PDF with a compressed object stream, as Word and others write it."""
    stream = zlib.compress(first + objects)
    entries = entries or b"/Filter/FlateDecode"
    length = str(len(stream)).encode()
    dictionary = b"<</Type/ObjStm/N 1/First 4" + entries + b"/Length " + length + b">>"
    return PDF.replace(
        b"trailer", b"2 0 obj\n" + dictionary + b"stream\r\n" + stream + b"\r\nendstream\nendobj\ntrailer"
    )


def pdf_with_stream(data: bytes, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """Return a PDF with a stream that is no object stream, such as a scanned page."""
    head = b"<</Type/XObject/Subtype/Image/Filter[/DCTDecode]/Length " + str(len(data)).encode() + b">>"
    stream = b"3 0 obj\n" + head + b"\nstream\n" + data + b"\nendstream\n"
    return PDF.replace(b"trailer", before + stream + after + b"endobj\ntrailer")


ACTS = b"<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>"


def zipped() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"0" * 20_000_000)
    return out.getvalue()


def with_position() -> bytes:
    exif = Image.Exif()
    exif[Base.Make] = "Camera of Nora"
    exif.get_ifd(IFD.GPSInfo)[1] = "N"
    return picture(exif=exif)


def png_of(width: int, height: int) -> bytes:
    """Return a PNG whose header claims this size; decoding it would take gigabytes."""
    small = picture("PNG")
    size = b"IHDR" + struct.pack(">II", width, height) + small[24:29]
    return small[:12] + size + struct.pack(">I", zlib.crc32(size)) + small[33:]


def png_with(name: bytes, content: bytes) -> bytes:
    """Return a PNG with one more chunk before its end."""
    whole, part = picture("PNG"), name + content
    more = struct.pack(">I", len(content)) + part + struct.pack(">I", zlib.crc32(part))
    return whole[:-12] + more + whole[-12:]


def jpeg_of(width: int, height: int, *, scanned: int = 3, **options) -> bytes:
    """Return a JPEG whose header claims this size, and that its first scan has ``scanned`` colors."""
    content = bytearray(picture(**options))
    frame = content.index(b"\xff\xc2" if options else b"\xff\xc0")
    content[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    content[content.index(b"\xff\xda") + 4] = scanned
    return bytes(content)


def stored_file() -> Path:
    return Path(settings.MEDIA_ROOT) / "private" / ApplicationDocument.objects.get().file


def size_kept() -> tuple[int, int]:
    with Image.open(stored_file()) as image:
        return image.size


SCRIPT = b"<script>alert(1)</script>"
REFUSED = [
    ("nothing", b"", "empty_file"),
    ("text", b"Hello.", "file_type"),
    ("markup", b"<html>" + SCRIPT, "file_type"),
    ("drawing", b'<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>", "file_type"),
    ("archive", zipped(), "file_type"),
    ("program", b"MZ" + b"\x00" * 200, "file_type"),
    ("moving picture", b"GIF89a" + b"\x00" * 200, "file_type"),
    ("web picture", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "file_type"),
    ("late header", b"x" * 10 + PDF, "file_type"),
    ("half a PDF", PDF[:30], "unreadable_file"),
    ("PDF with an archive behind it", PDF + b"PK\x03\x04" + b"\x00" * 2000, "unreadable_file"),
    ("PDF that acts", pdf_with(b"/OpenAction<</S/JavaScript/JS(app.alert(1))>>"), "unsafe_file"),
    (
        "PDF that acts in disguise",
        pdf_with(b"/OpenAction<</S/J#61vaScript/J#53(app.alert(1))>>"),
        "unsafe_file",
    ),
    ("PDF that starts a program", pdf_with(b"/A<</S/Launch/F(cmd.exe)>>"), "unsafe_file"),
    ("PDF with a file in it", pdf_with(b"/Names<</EmbeddedFiles 3 0 R>>"), "unsafe_file"),
    ("PDF that acts in compressed objects", pdf_with_objects(ACTS), "unsafe_file"),
    (
        "PDF that acts in compressed objects, in disguise",
        pdf_with_objects(ACTS.replace(b"JS", b"J#53").replace(b"JavaScript", b"Java#53cript")),
        "unsafe_file",
    ),
    (
        "PDF with objects in a stream in disguise",
        pdf_with_objects(ACTS).replace(b"/ObjStm", b"/Obj#53tm"),
        "unsafe_file",
    ),
    (
        "PDF with objects that are compressed twice",
        pdf_with_objects(zlib.compress(b"1 0 " + ACTS), first=b""),
        "unsafe_file",
    ),
    (
        "PDF with objects in another encoding",
        pdf_with_objects(b"<<>>", entries=b"/Filter[/ASCII85Decode/FlateDecode]"),
        "unsafe_file",
    ),
    ("PDF with too many objects", pdf_with_objects(b" " * (MAX_INFLATED + 1)), "unsafe_file"),
    (
        "PDF with objects that break off",
        pdf_with_objects(b"<<>>" * 99)
        .replace(b"\r\nendstream", b"endstream", 1)
        .replace(b"x\x9c", b"x\x9d", 1),
        "unsafe_file",
    ),
    ("PDF with an object within a stream", pdf_with_stream(b"4 0 obj\n" + ACTS), "unsafe_file"),
    ("PDF with a trailer within a stream", pdf_with_stream(b"trailer<</Root" + ACTS), "unsafe_file"),
    (
        "PDF with a stream within a text",
        pdf_with_stream(b")/A" + ACTS + b"/B(", before=b"4 0 obj<</T(", after=b")>>"),
        "unsafe_file",
    ),
    (
        "PDF with an object that begins in a comment, and a text in it",
        pdf_with_stream(b")/A" + ACTS, before=b"% 4 0 obj<</T(\n"),
        "unsafe_file",
    ),
    (
        "PDF with a stream within a list",
        pdf_with_stream(ACTS, before=b"4 0 obj[", after=b"]"),
        "unsafe_file",
    ),
    ("PDF with a stream within an entry", pdf_with_stream(ACTS, before=b"4 0 obj<</A "), "unsafe_file"),
    ("PDF that acts behind a stream", pdf_with_stream(b"", after=b"endobj 4 0 obj " + ACTS), "unsafe_file"),
    (
        "PDF with too many words to tell",
        pdf_with_stream(b"/JS ", before=b"4 0 obj[" + b"[]" * MOST_TOKENS + b"]endobj\n"),
        "unsafe_file",
    ),
    ("PDF that is a page", PDF.replace(b"1 0 obj", SCRIPT + b"1 0 obj"), "unsafe_file"),
    ("test virus in a PDF", pdf_with(b"(EICAR-STANDARD-" + b"ANTIVIRUS-TEST-FILE!)"), "unsafe_file"),
    ("half a JPEG", picture()[:200], "unreadable_file"),
    ("JPEG in name alone", b"\xff\xd8\xff" + b"\x00" * 500, "unreadable_file"),
    ("PNG in name alone", b"\x89PNG\r\n\x1a\n" + b"\x00" * 500, "unreadable_file"),
    ("half a PNG", picture("PNG", (300, 300))[:60], "unreadable_file"),
    ("PNG with half a color profile", png_with(b"iCCP", b"sRGB\0"), "unreadable_file"),
    ("giant PNG", png_of(20_000, 20_000), "picture_too_large"),
    ("large PNG", png_of(5_000, 4_000), "picture_too_large"),
    ("giant JPEG", jpeg_of(9_000, 9_000), "picture_too_large"),
    # What is not decoded line by line is held as a whole.
    ("large progressive JPEG", jpeg_of(5_000, 4_000, progressive=True), "picture_too_large"),
    ("large JPEG, color by color", jpeg_of(5_000, 4_000, scanned=1), "picture_too_large"),
]


@pytest.mark.parametrize(("content", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_no_document_is_refused_and_leaves_nothing(client, content, code) -> None:
    response = send(client, content=content, name="passport.pdf")

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert list(response.json()["fields"]) == ["file"]
    assert not ApplicationDocument.objects.exists()


@pytest.mark.parametrize("number", [1, 3])
def test_an_ordinary_pdf_with_compressed_objects_is_taken(client, number) -> None:
    content = pdf_with_objects(b"<</Title(A script for JavaScript)/Lang(de)>>")
    objects = content[content.index(b"2 0 obj") : content.index(b"trailer")]

    response = send(client, content=content.replace(objects, objects * number), name="passport.pdf")

    assert response.status_code == 200, response.json()


@pytest.mark.parametrize("data", [b"\xff\xd8(<</JS\x00>\xff\xd9", b"%/Launch {", b"/#4aS /XFA endobj"])
def test_what_looks_active_by_chance_in_a_scan_is_nothing(client, data) -> None:
    before = b"2 0 obj\n<</Title(A \\(page\\) (of 3 \\) or so))/ID[<0a 0B><>]>>% 2\nendobj\n"

    response = send(client, content=pdf_with_stream(data, before=before), name="scan.pdf")

    assert response.status_code == 200, response.json()


def test_a_scanner_s_pdf_is_taken_whatever_its_bytes(client) -> None:
    out = BytesIO()
    Image.effect_noise((300, 300), 90).save(out, "PDF", title="A scan (of a page)")
    start = out.getvalue().index(b"stream") + 1_000
    content = out.getvalue()[:start] + b"/JS " + out.getvalue()[start + 4 :]

    response = send(client, content=content, name="scan.pdf")

    assert response.status_code == 200, response.json()


@pytest.mark.parametrize(
    "content",
    [PDF + b" " * 5_000 + b"%%EOF\n", picture(size=(400, 400)), picture("PNG", (400, 400))],
    ids=["PDF", "JPEG", "PNG"],
)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_an_upload_that_is_cut_leaves_what_was_there(client, content, share) -> None:
    assert send(client, name="first.pdf").status_code == 200
    whole = encode_multipart(BOUNDARY, {"file": SimpleUploadedFile("second.pdf", content)})

    response = client.generic(
        "PUT",
        f"{ADDRESS}/documents/idDocument",
        whole[: int(len(whole) * share)],
        content_type=MULTIPART_CONTENT,
    )

    assert (response.status_code, list(response.json()["fields"])) == (400, ["file"])
    assert ApplicationDocument.objects.get().name == "first.pdf"


def test_eleven_megabytes_are_too_many(client) -> None:
    whole = PDF + b" " * (MAX_BYTES - len(PDF) - 6) + b"%%EOF\n"
    assert send(client, content=whole).status_code == 200

    response = send(client, content=whole + b" ")
    assert (response.status_code, response.json()["code"]) == (400, "file_too_large")
    assert send(client, content=b" " * (MAX_BYTES + 200_000)).status_code == 413


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        ("passport.pdf", "passport.pdf"),
        ("../../etc/passwd", "passwd.pdf"),
        ("C:\\Users\\nora\\id.exe", "id.pdf"),
        ("x" * 300 + ".pdf", "x" * 96 + ".pdf"),
        ("pass\u202eport.pdf", "passport.pdf"),
        ("pass\x00port.exe", "passport.pdf"),
        ("<b>.pdf", "<b>.pdf"),
        ("...", "ID document.pdf"),
    ],
)
def test_a_name_is_only_a_name(client, called, shown) -> None:
    response = send(client, name=called)

    assert response.json()["name"] == shown
    stored = ApplicationDocument.objects.get().file
    assert stored.startswith("applications/")
    assert "passport" not in stored


def test_of_a_picture_nothing_is_kept_but_what_is_seen(client) -> None:
    assert send(client, content=with_position(), name="id.jpg").status_code == 200

    content = stored_file().read_bytes()
    assert b"Nora" not in content
    assert b"Exif" not in content
    assert size_kept() == (40, 30)
    assert stored_file().stat().st_mode & 0o077 == 0


def commented(kind: str) -> bytes:
    """Return a picture with words wherever its format has room for them."""
    words = b"Home of Nora"
    if kind == "JPEG":
        return picture(comment=words, xmp=words, icc_profile=words)
    texts = PngImagePlugin.PngInfo()
    for name in ("comment", "XML:com.adobe.xmp"):
        texts.add_itxt(name, words.decode())
    return picture("PNG", pnginfo=texts, icc_profile=words)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_no_words_beside_a_picture_are_kept(client, kind) -> None:
    sent = commented(kind)
    assert send(client, content=sent, name="id.jpg").status_code == 200

    assert b"Home of Nora" in sent
    for content in (stored_file().read_bytes(), accepted_picture(sent).content):
        assert b"Nora" not in content
        with Image.open(BytesIO(content)) as seen:
            seen.load()
            assert seen.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_what_follows_a_picture_is_cut_off(client) -> None:
    send(client, content=picture() + SCRIPT, name="id.jpg")

    assert b"script" not in stored_file().read_bytes()


MEGABYTES = """
import sys
from pathlib import Path
import django
django.setup()
from PIL import Image, ImageOps
from marketplace.files.accepting import LONGEST_SIDE, accepted_picture

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024

content, before = sys.stdin.buffer.read(), peak()
accepted_picture(content, longest_side=int(sys.argv[1]), as_portrait=sys.argv[1] != str(LONGEST_SIDE))
print(peak() - before)
"""


@pytest.mark.sweep
@pytest.mark.parametrize("longest_side", [LONGEST_SIDE, SIDE])
@pytest.mark.parametrize(
    "size", [(6_000, 4_000), (8_900, 8_900), (2_990, 26_000)], ids=["photo", "giant photo", "thin photo"]
)
def test_a_large_photo_is_made_smaller_within_bounds_of_memory(size, longest_side) -> None:
    measured = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", MEGABYTES, str(longest_side)],
        input=picture(size=size),
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
    )

    assert int(measured.stdout) < 64


@pytest.mark.parametrize(
    ("size", "kept"), [((4000, 6000), (2000, 3000)), ((5000, 3000), (3000, 1800)), ((2000, 900), (2000, 900))]
)
def test_a_large_photo_is_kept_at_3000_pixels(client, size, kept) -> None:
    assert send(client, content=picture(size=size), name="id.jpg").status_code == 200

    assert size_kept() == kept


def test_a_photo_that_lies_on_its_side_is_kept_upright(client) -> None:
    exif = Image.Exif()
    exif[Base.Orientation] = 6

    assert send(client, content=picture(size=(6000, 4000), exif=exif), name="id.jpg").status_code == 200

    assert size_kept() == (2000, 3000)


@pytest.mark.parametrize(("mode", "color"), [("1", 0), ("L", 0), ("P", 0), ("RGB", (0, 0, 0)), ("I;16", 0)])
def test_a_color_that_is_not_to_be_seen_is_kept_so(client, mode, color) -> None:
    out = BytesIO()
    Image.new(mode, (40, 30)).save(out, "PNG", transparency=color, icc_profile=b"Profile of Nora")

    assert send(client, content=out.getvalue(), name="id.png").status_code == 200

    with Image.open(stored_file()) as image:
        assert (image.mode, image.getpixel((0, 0)), image.info) == ("RGBA", (0, 0, 0, 0), {})


@pytest.mark.parametrize("unseen", [None, 40_000])
def test_the_tones_of_a_scan_in_16_bits_are_kept(client, unseen) -> None:
    tones = Image.new("I;16", (3, 1))
    for x, tone in enumerate([10_000, 40_000, 60_000]):
        tones.putpixel((x, 0), tone)
    out = BytesIO()
    tones.save(out, "PNG", **({} if unseen is None else {"transparency": unseen}))

    assert send(client, content=out.getvalue(), name="id.png").status_code == 200

    with Image.open(stored_file()) as image:
        kept = [image.convert("RGBA").getpixel((x, 0)) for x in range(3)]
    assert [pixel[0] for pixel in kept] == [39, 156, 234]
    assert [pixel[3] for pixel in kept] == [255, 0 if unseen else 255, 255]


# An orientation, and a fraction where the name of a computer belongs.
ODD_METADATA = b"MM\0*" + struct.pack(">IHHHIHxxHHIII", 8, 2, 0x0112, 3, 1, 6, 0x013C, 5, 1, 38, 0)
ODD_METADATA += struct.pack(">II", 72, 1)


@pytest.mark.parametrize(
    ("exif", "kept"),
    [(b"II*\0", (40, 30)), (b"II", (40, 30)), (ODD_METADATA, (30, 40))],
    ids=["cut off", "cut off earlier", "odd"],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_damaged_metadata_does_not_damage_the_picture(client, kind, exif, kept) -> None:
    content = picture(kind, exif=b"Exif\0\0" + exif, dpi=(72, 72))

    assert send(client, content=content).status_code == 200

    assert size_kept() == kept


def test_a_document_that_was_replaced_or_removed_is_gone(client, django_capture_on_commit_callbacks) -> None:
    send(client)
    first = stored_file()

    with django_capture_on_commit_callbacks(execute=True):
        send(client, content=picture(), name="id.jpg")
    second = stored_file()
    assert (first.exists(), second.exists()) == (False, True)

    with django_capture_on_commit_callbacks(execute=True):
        responses = [client.delete(f"{ADDRESS}/documents/idDocument") for _ in range(2)]
    assert [response.status_code for response in responses] == [204, 204]
    assert not second.exists()
    assert client.get(ADDRESS).json()["documents"]["idDocument"] is None


def test_after_a_hundred_files_no_more_are_taken(client) -> None:
    send(client)
    Application.objects.update(uploads=100)

    response = send(client, "references")

    assert (response.status_code, response.json()["code"]) == (409, "too_many_uploads")


def test_what_is_sent_too_often_or_too_late_is_not_even_drawn(client, nora, monkeypatch) -> None:
    submitted(client)
    monkeypatch.setattr("providers.documents.accepted_document", lambda _: pytest.fail("it was drawn"))

    assert send(client, content=picture()).json()["code"] == "application_closed"
    Provider.objects.update(status=Provider.Status.DRAFT)
    Application.objects.update(uploads=100)
    assert send(client, content=picture()).json()["code"] == "too_many_uploads"


def test_of_what_is_sent_too_late_no_file_stays(client, nora) -> None:
    submitted(client)
    before = set((Path(settings.MEDIA_ROOT) / "private").rglob("*.pdf"))

    response = send(client)

    assert (response.status_code, response.json()["code"]) == (409, "application_closed")
    assert set((Path(settings.MEDIA_ROOT) / "private").rglob("*.pdf")) == before


@pytest.mark.parametrize("key", [None, "one"])
def test_a_refused_file_is_written_down_and_counts_as_one_of_the_hundred(client, nora, key) -> None:
    client.put(ADDRESS, {"personalInfo": PERSONAL})
    file = SimpleUploadedFile("id.pdf", b"<html>")
    headers = {"Idempotency-Key": key} if key else {}

    response = client.put(
        f"{ADDRESS}/documents/idDocument", {"file": file}, format="multipart", headers=headers
    )

    assert response.json()["code"] == "file_type"
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (nora, str(nora.provider.pk))
    assert entry.change_message == "A file was refused (file_type): ID document."
    assert Application.objects.get().uploads == 1


def test_after_a_hundred_files_errors_are_no_longer_written_down(client) -> None:
    client.put(ADDRESS, {"personalInfo": PERSONAL})
    Application.objects.update(uploads=100)

    assert send(client, content=b"<html>").status_code == 409
    assert not LogEntry.objects.exists()


def test_no_public_address_leads_to_a_file(client) -> None:
    send(client)
    name = ApplicationDocument.objects.get().file

    for address in (f"/media/{name}", f"/media/private/{name}", f"/static/{name}", f"/{name}"):
        assert client_for().get(address).status_code == 404


def test_each_look_of_an_operator_is_written_down(client, nora, dora) -> None:
    submitted(client)
    document = client.get(ADDRESS).json()["documents"]["idDocument"]

    client.get(f"{ADDRESS}/documents/{document['id']}")
    assert not LogEntry.objects.exists()
    client_for(dora).get(f"{ADDRESS}/documents/{document['id']}")

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(nora.provider.pk))
    assert entry.change_message == "Opened the document: ID document."


@pytest.mark.parametrize(("group", "status"), [("support", 404), ("operations", 200), ("finance", 404)])
def test_only_who_reviews_opens_documents(client, group, status) -> None:
    filled_in(client)
    document = client.get(ADDRESS).json()["documents"]["idDocument"]

    response = client_for(make_operator("otto", group)).get(f"{ADDRESS}/documents/{document['id']}")

    assert response.status_code == status


@pytest.mark.parametrize("kind", ["passport", "idDocument.exe", "..%2f..%2fetc"])
def test_there_are_four_kinds(client, kind) -> None:
    assert send(client, kind).status_code == 404


def test_a_document_is_no_json(client) -> None:
    response = client.put(f"{ADDRESS}/documents/idDocument", {"file": "passport"})

    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    assert (
        client.put(f"{ADDRESS}/documents/idDocument", {}, format="multipart").json()["code"] == "empty_file"
    )
