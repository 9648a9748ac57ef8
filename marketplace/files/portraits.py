"""Photos of people: a square JPEG each, replaced as a whole."""

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework import serializers

from marketplace.files import private
from marketplace.files.accepting import accepted_picture

# Enough for the largest avatar: 96 CSS pixels, on screens with up to four device pixels for each.
SIDE = 512


class PhotoUploadSerializer(serializers.Serializer[object]):
    """A JPEG or PNG of 10 MB at most."""

    file = serializers.FileField()


@contextmanager
def stored_portrait(content: bytes, *, folder: str) -> Iterator[str]:
    """Store a photo for the row that is written within, and yield its name.

    ``content`` is at most 10 MB of JPEG or PNG, recognized by its bytes, else 400. It is re-encoded, which
    removes location and camera data, and cut to a square.
    """
    photo = accepted_picture(content, longest_side=SIDE, as_portrait=True)
    with private.stored(photo.content, folder=folder, suffix=photo.suffix) as stored:
        yield stored
