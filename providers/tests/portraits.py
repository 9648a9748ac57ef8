"""What is refused as the photo of a person."""

import pytest

from marketplace.files.accepting import MAX_BYTES
from providers.tests.applicants import PDF, picture

NO_PORTRAITS = [
    pytest.param(b"", "empty_file", id="nothing"),
    pytest.param(PDF, "file_type", id="document"),
    pytest.param(b"GIF89a" + b"\x00" * 200, "file_type", id="moving picture"),
    pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "file_type", id="drawing"),
    pytest.param(picture()[:200], "unreadable_file", id="half a picture"),
    pytest.param(picture() + b" " * MAX_BYTES, "file_too_large", id="eleven megabytes"),
    pytest.param(picture("PNG", (5_000, 4_000)), "picture_too_large", id="twenty megapixels"),
]
