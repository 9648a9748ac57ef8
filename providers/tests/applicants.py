"""Filled-in applications and uploaded files for tests."""

from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

PERSONAL = {
    "firstName": "Nora",
    "lastName": "Keller",
    "email": "nora@example.org",
    "phone": "079 123 45 67",
    "address": "Langstrasse 5",
    "postalCode": "8004",
    "city": "Zurich",
}
BUSINESS = {
    "businessName": "",
    "businessType": "individual",
    "registrationNumber": "",
    "vatNumber": "",
    "serviceAreas": ["8004", "8005"],
    "experience": "Three years in a hotel laundry.",
}
ADDRESS = "/api/provider-application"
PDF = b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def picture(kind="JPEG", size=(40, 30), **options) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, kind, **options)
    return out.getvalue()


def send(client, kind="idDocument", content=PDF, name="passport.pdf"):
    """Upload a document as a browser does."""
    file = SimpleUploadedFile(name, content, content_type="application/octet-stream")
    return client.put(f"{ADDRESS}/documents/{kind}", {"file": file}, format="multipart")


def filled_in(client) -> None:
    """Fill in both sections and upload the required documents."""
    response = client.put(ADDRESS, {"personalInfo": PERSONAL, "businessInfo": BUSINESS})
    assert response.status_code == 200, response.json()
    for kind in ("idDocument", "insuranceCertificate"):
        assert send(client, kind).status_code == 200


def submitted(client):
    """Submit a complete application."""
    filled_in(client)
    response = client.post(f"{ADDRESS}/submit")
    assert response.status_code == 200, response.json()
    return response.json()
