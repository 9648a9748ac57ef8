"""Who may do what: every call of the API with the status that each kind of person gets.

A new route needs a row here, or the matrix fails: the table is as long as there are calls.

The data: alice is the customer of the orders, bruno their provider, chiara another customer, emil
another provider, dora an operator with every permission; emma is of support, otto of operations, fina of
finance, and udo an operator like dora who has not given the second factor; ``guest`` is not signed in.
``{order}`` is paid, ``{unpaid}`` is not, ``{done}`` is completed and not yet rated, ``{rated}`` is
completed and rated (``{review}``); ``{series}`` is alice's recurring booking, ``{date}`` its first
pickup, ``{skip}`` the link that skips that; ``{card}`` her saved card, ``{setup}`` hands Stripe another
one; ``{link}`` is for paying ``{unpaid}``; ``{document}`` is emil's; ``{photo}`` is in the
conversation of ``{order}``; ``{away}`` is being picked up, and bruno shares his position; ``{done}`` has
a photo of its pickup; ``{support}`` is alice's support request, ``{claim}`` her damage claim for
``{done}``, with ``{claim_photo}``, and ``{support_photo}`` is in her request; ``{export}`` is a copy of
alice's data,
``{device}`` a session of hers, ``{passkey}`` her passkey; ``{reset}``, ``{sign_in}``, ``{verify}``,
``{change}`` and ``{take_back}`` are links that were mailed to lena, who calls nothing herself.
"""

from dataclasses import dataclass, field
from typing import Any

PEOPLE = ["guest", "alice", "chiara", "bruno", "emil", "dora"]
STAFF = ["emma", "otto", "fina", "udo"]
ACTORS = PEOPLE + STAFF
OPERATORS = {*STAFF, "dora"}

ANSWERED = "Bahnhofstrasse 1, Zurich 8001"
NEW_ADDRESS = {"street": "Langstrasse 2", "city": "Zurich", "postalCode": "8004"}
NEW_ORDER = {
    "providerId": "{salon}",
    "serviceType": "standard",
    "weight": "10",
    "pickupAddress": ANSWERED,
    "deliveryAddress": ANSWERED,
    "pickupTime": "{pickup}",
}
NEW_SERIES = {
    "providerId": "{salon}",
    "serviceType": "standard",
    "pickupAddress": ANSWERED,
    "deliveryAddress": ANSWERED,
    "recurringPattern": "weekly",
    "dayOfWeek": 1,
    "preferredTime": "11:00",
}
PERSONAL = {
    "firstName": "Kim", "lastName": "Keller", "email": "kim@example.org", "phone": "079 123 45 67",
    "address": "Langstrasse 5", "postalCode": "8004", "city": "Zurich",
}  # fmt: skip
# Its keys are those of the example in RFC 8291.
BROWSER = {
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
OWNER = {"password": "a-long-enough-passphrase"}
# Well-formed, but not the response to a challenge.
MADE_PASSKEY = {
    "id": "AAAA", "rawId": "AAAA", "type": "public-key",
    "response": {"clientDataJSON": "e30", "attestationObject": "AAAA"},
}  # fmt: skip
SHOWN_PASSKEY = MADE_PASSKEY | {
    "response": {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"},
}
CARE = {
    "detergent": "sensitive", "softener": False, "temperature": 40, "allergies": "Lavender", "ironing": True,
    "notes": "",
}  # fmt: skip
WINDOW = {"dayOfWeek": 5, "startTime": "09:00", "endTime": "12:00"}
HERE = {"latitude": 47.3781, "longitude": 8.5402, "accuracyM": 12}
EVENING = {"date": "{later_date}", "startTime": "20:00", "endTime": "21:00"}
LATER = {"newPickupDate": "{later_date}", "newPickupTime": "{later_time}"}


@dataclass(frozen=True)
class Row:
    """One call: what is sent, and the status that each actor gets, in the order of ``PEOPLE``.

    ``staff`` goes on in the order of ``STAFF``; left out where an operator is an account like any other.
    """

    method: str
    path: str
    expected: str
    body: dict[str, Any] | None = None
    csrf: bool = True
    keys: str = ""
    query: str = ""
    asks_stripe: bool = False
    staff: str = ""
    statuses: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        people = dict(zip(PEOPLE, map(int, self.expected.split()), strict=True))
        if not self.staff and people["dora"] != people["chiara"]:
            raise ValueError(f"{self} is different for operators: say what each of them gets")
        staff = self.staff or " ".join([str(people["chiara"])] * len(STAFF))
        statuses = people | dict(zip(STAFF, map(int, staff.split()), strict=True))
        object.__setattr__(self, "statuses", statuses)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


# Columns: guest, alice (customer), chiara (another), bruno (provider), emil (another), dora (operator).
# Office: emma (support), otto (operations), fina (finance), udo (second factor not given).
TABLE = [
    Row("GET", "/api/config", "200 200 200 200 200 200", keys="Config"),
    Row("GET", "/api/schema", "200 200 200 200 200 200"),
    Row("GET", "/api/docs", "200 200 200 200 200 200"),
    Row("GET", "/api/events", "401 200 200 200 200 200"),
    # --- accounts
    Row("GET", "/api/auth/session", "200 200 200 200 200 200", keys="Session"),
    Row(
        "POST", "/api/auth/login", "200 200 200 200 200 200", keys="AuthSuccess",
        body={"email": "alice@example.org", "password": "a-long-enough-passphrase"},
    ),
    Row(
        "POST", "/api/auth/register", "200 200 200 200 200 200", keys="AuthSuccess",
        body={"email": "new@example.org", "password": "quiet-alpine-river", "firstName": "Nora"},
    ),
    Row("POST", "/api/auth/logout", "200 200 200 200 200 200", keys="Success"),
    Row(
        "POST", "/api/auth/password-reset", "200 200 200 200 200 200", {"email": "alice@example.org"},
        keys="Success",
    ),
    Row(
        "POST", "/api/auth/password-reset/confirm", "200 200 200 200 200 200", keys="AuthSuccess",
        body={"token": "{reset}", "password": "quiet-alpine-river"},
    ),
    Row(
        "POST", "/api/auth/sign-in-link", "200 200 200 200 200 200", {"email": "alice@example.org"},
        keys="Success",
    ),
    Row(
        "POST", "/api/auth/sign-in-link/confirm", "200 200 200 200 200 200", {"token": "{sign_in}"},
        keys="AuthSuccess",
    ),
    Row(
        "POST", "/api/auth/email-verification", "200 200 200 200 200 200", {"token": "{verify}"},
        keys="Success",
    ),
    Row(
        "POST", "/api/auth/email-change", "200 200 200 200 200 200", {"token": "{change}"}, keys="Success"
    ),
    Row(
        "POST", "/api/auth/email-change/take-back", "200 200 200 200 200 200", keys="AuthSuccess",
        body={"token": "{take_back}", "password": "quiet-alpine-river"},
    ),
    Row(
        "POST", "/api/auth/emailed-link", "200 200 200 200 200 200", {"token": "{reset}"}, keys="EmailedLink"
    ),
    Row("POST", "/api/auth/second-step", "403 403 403 403 403 403", {"code": "000000"}),
    Row("POST", "/api/auth/passkey/question", "200 200 200 200 200 200", keys="PasskeyQuestion"),
    Row("POST", "/api/auth/passkey", "400 400 400 400 400 400", {"credential": SHOWN_PASSKEY}),
    # Only alice's address is confirmed. The operators have authenticator apps; udo has not shown his.
    Row("GET", "/api/profile/security", "401 200 200 200 200 200", keys="Security"),
    Row(
        "POST", "/api/profile/passkeys/question", "401 200 409 409 409 409", OWNER, keys="PasskeyQuestion",
        staff="409 409 409 403",
    ),
    Row(
        "POST", "/api/profile/passkeys", "401 400 409 409 409 409", {"credential": MADE_PASSKEY},
        staff="409 409 409 403",
    ),
    Row(
        "PATCH", "/api/profile/passkeys/{passkey}", "401 200 404 404 404 404", {"name": "Desk"},
        keys="Passkey", staff="404 404 404 403",
    ),
    Row(
        "POST", "/api/profile/passkeys/{passkey}/removal", "401 204 404 404 404 404", OWNER,
        staff="404 404 404 403",
    ),
    Row(
        "POST", "/api/profile/authenticator-app/setup", "401 200 409 409 409 409", OWNER, keys="AppSetup",
        staff="409 409 409 403",
    ),
    Row(
        "POST", "/api/profile/authenticator-app", "401 409 409 409 409 409", {"code": "000000"},
        staff="409 409 409 403",
    ),
    Row(
        "POST", "/api/profile/authenticator-app/removal", "401 409 409 409 409 204", OWNER,
        staff="204 204 204 403",
    ),
    # Not set up in the fixtures; its own tests connect and disconnect.
    Row(
        "POST", "/api/profile/connections/google", "401 409 409 409 409 409", OWNER,
        staff="409 409 409 403",
    ),
    Row(
        "POST", "/api/profile/connections/google/removal", "401 404 404 404 404 404", OWNER,
        staff="404 404 404 403",
    ),
    Row(
        "POST", "/api/profile/recovery-codes", "401 409 409 409 409 201", OWNER, keys="RecoveryCodes",
        staff="201 201 201 403",
    ),
    Row("GET", "/api/profile", "401 200 200 200 200 200", keys="User"),
    Row("PATCH", "/api/profile", "401 200 200 200 200 200", {"firstName": "Kim"}, keys="User"),
    Row("GET", "/api/profile/devices", "401 200 200 200 200 200", keys="SignedInDevice"),
    Row("DELETE", "/api/profile/devices", "401 204 204 204 204 204"),
    Row("DELETE", "/api/profile/devices/{device}", "401 204 404 404 404 404"),
    Row("GET", "/api/profile/email", "401 200 200 200 200 200", keys="Email"),
    Row(
        "POST", "/api/profile/email", "401 200 200 200 200 200", keys="Email",
        body={"email": "new@example.org", "password": "a-long-enough-passphrase"},
    ),
    Row("DELETE", "/api/profile/email", "401 204 204 204 204 204"),
    Row("POST", "/api/profile/email-verification", "401 200 200 200 200 200", keys="Success"),
    Row(
        "POST", "/api/profile/password", "401 200 200 200 200 200", keys="Success",
        body={"currentPassword": "a-long-enough-passphrase", "newPassword": "another-long-passphrase"},
    ),
    Row("GET", "/api/addresses", "401 200 200 200 200 200", keys="Address"),
    Row("POST", "/api/addresses", "401 201 201 201 201 201", NEW_ADDRESS, keys="Address"),
    Row("PATCH", "/api/addresses/{address}", "401 200 404 404 404 404", {"city": "Bern"}, keys="Address"),
    Row("DELETE", "/api/addresses/{address}", "401 204 404 404 404 404"),
    Row("GET", "/api/notifications", "200 200 200 200 200 200", keys="NotificationList"),
    Row("POST", "/api/notifications/read", "401 200 200 200 200 200", {"ids": ["{notice}"]}, keys="Unread"),
    Row(
        "GET", "/api/notifications/preferences", "401 200 200 200 200 200", keys="NotificationPreferences"
    ),
    Row(
        "PUT", "/api/notifications/preferences", "401 200 200 200 200 200", keys="NotificationPreferences",
        body={"switches": [{"group": "orders", "channel": "email", "isOn": False}]},
    ),
    Row("GET", "/api/push-subscriptions", "401 200 200 200 200 200", keys="PushState"),
    Row(
        "POST", "/api/push-subscriptions", "401 200 200 200 200 200", BROWSER, keys="PushState",
    ),
    Row("DELETE", "/api/push-subscriptions", "401 204 204 204 204 204"),
    # --- privacy
    Row("GET", "/api/privacy/preferences", "401 200 200 200 200 200", keys="PrivacyPreferences"),
    Row(
        "PUT", "/api/privacy/preferences", "401 200 200 200 200 200", {"marketing": True},
        keys="PrivacyPreferences",
    ),
    Row("GET", "/api/privacy/export", "401 200 200 200 200 200", keys="Export"),
    Row("POST", "/api/privacy/export", "401 202 202 202 202 202", {"kind": "portable"}, keys="Export"),
    Row("GET", "/api/privacy/export/{export}/download", "401 200 404 404 404 404"),
    Row("GET", "/api/privacy/deletion", "401 200 200 200 200 200", keys="Deletion"),
    # alice has running orders, and so has bruno; operators erase no account this way.
    Row(
        "POST", "/api/privacy/deletion", "401 409 201 409 201 409", keys="Deletion",
        body={"password": "a-long-enough-passphrase"}, staff="409 409 409 409",
    ),
    Row("DELETE", "/api/privacy/deletion", "401 404 404 404 404 404"),
    # --- support
    Row("GET", "/api/support-requests", "401 200 200 200 200 200", keys="SupportRequest"),
    Row(
        "POST", "/api/support-requests", "201 201 201 201 201 201", keys="SupportRequest",
        body={"name": "Kim", "email": "kim@example.org", "subject": "A sock", "message": "It is gone."},
    ),
    Row("GET", "/api/support-hours", "200 200 200 200 200 200", keys="SupportHours"),
    # A photo is not JSON; the tests of support cover who may send one.
    Row("POST", "/api/support-requests/{support}/photos", "415 415 415 415 415 415", {}, csrf=False),
    Row(
        "GET", "/api/support-requests/{support}/photos/{support_photo}", "401 200 404 404 404 200",
        staff="200 200 404 404",
    ),
    Row("GET", "/api/support-requests/{support}/replies", "401 200 404 404 404 404", keys="SupportReply"),
    Row(
        "POST", "/api/support-requests/{support}/replies", "401 201 404 404 404 404", {"body": "Hello"},
        keys="SupportReply",
    ),
    # --- providers and their schedules
    Row("GET", "/api/places", "200 200 200 200 200 200", keys="Locality", query="q=zur"),
    Row("GET", "/api/providers", "200 200 200 200 200 200", keys="ListedProvider"),
    Row("GET", "/api/providers/8001", "200 200 200 200 200 200", keys="ListedProvider"),
    Row("GET", "/api/providers/details/{salon}", "200 200 200 200 200 200", keys="ProviderDetails"),
    Row("GET", "/api/favourites", "401 200 200 200 200 200", keys="Favourite"),
    Row("PUT", "/api/favourites/{salon}", "401 204 204 204 204 204"),
    Row("DELETE", "/api/favourites/{salon}", "401 204 204 204 204 204"),
    # --- applications: bruno and emil work already
    Row("GET", "/api/provider-application", "401 200 200 200 200 200", keys="Application"),
    Row(
        "PUT", "/api/provider-application", "401 200 200 409 409 200", {"personalInfo": PERSONAL},
        keys="Application",
    ),
    Row("POST", "/api/provider-application/submit", "401 400 400 409 409 400"),
    Row("POST", "/api/provider-application/again", "401 409 409 409 409 409"),
    # A document is not JSON; the tests of documents cover who may upload one.
    Row(
        "PUT", "/api/provider-application/documents/references", "415 415 415 415 415 415", {"file": "x"},
        csrf=False,
    ),
    Row("DELETE", "/api/provider-application/documents/references", "401 204 204 409 409 204"),
    Row(
        "GET", "/api/provider-application/documents/{document}", "401 404 404 404 200 200",
        staff="404 200 404 404",
    ),
    # --- what providers set of themselves
    Row("GET", "/api/provider/settings", "401 403 403 200 200 403", keys="ProviderSettings"),
    Row(
        "PATCH", "/api/provider/settings", "401 403 403 200 200 403", {"lateFeePercent": 20},
        keys="ProviderSettings",
    ),
    # A photo is not JSON; its own tests cover who may upload one.
    Row("PUT", "/api/provider/photo", "415 415 415 415 415 415", {"file": "x"}, csrf=False),
    Row("DELETE", "/api/provider/photo", "401 403 403 200 200 403", keys="ProviderSettings"),
    Row(
        "POST", "/api/provider/reviews/{review}/answer", "401 404 404 200 404 404", {"answer": "Thanks."},
        keys="Review",
    ),
    Row(
        "POST", "/api/reviews/{review}/report", "401 201 201 409 201 201", {"reason": "untrue"},
        keys="ReviewReport",
    ),
    Row(
        "GET", "/api/time-slots", "200 200 200 200 200 200", keys="TimeSlot",
        query="providerId={salon}&startDate={later_date}&endDate={later_date}",
    ),
    Row(
        "POST", "/api/generate-time-slots", "401 404 404 200 404 200", keys="Generated",
        body={"providerId": "{salon}", "startDate": "{later_date}", "endDate": "{later_date}"},
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/time-slots", "401 404 404 201 404 201", keys="TimeSlot",
        body={"providerId": "{salon}", "maxBookings": 2} | EVENING,
        staff="403 201 404 404",
    ),
    Row(
        "GET", "/api/provider-schedules/{salon}", "401 404 404 200 404 200", keys="ProviderSchedule",
        staff="200 200 404 404",
    ),
    Row(
        "POST", "/api/provider-schedules", "401 404 404 201 404 201", keys="ProviderScheduleAdded",
        body={"providerId": "{salon}"} | WINDOW,
        staff="403 201 404 404",
    ),
    Row("GET", "/api/provider/week", "401 403 403 200 200 403", keys="Week"),
    Row(
        "GET", "/api/provider/week", "401 404 404 200 404 200", query="providerId={salon}", keys="Week",
        staff="200 200 404 404",
    ),
    Row(
        "PUT", "/api/provider/week", "401 404 404 200 404 200", {"windows": [WINDOW]}, keys="Week",
        query="providerId={salon}",
        staff="403 200 404 404",
    ),
    Row("PUT", "/api/provider/week", "401 403 403 200 200 403", {"windows": [WINDOW]}, keys="Week"),
    Row(
        "GET", "/api/provider/days-off", "401 404 404 200 404 200", query="providerId={salon}", keys="DayOff",
        staff="200 200 404 404",
    ),
    Row(
        "POST", "/api/provider/days-off", "401 404 404 201 404 201", {"startDate": "{later_date}"},
        query="providerId={salon}", keys="DayOffChanged",
        staff="403 201 404 404",
    ),
    Row(
        "DELETE", "/api/provider/days-off/{day_off}", "401 404 404 200 404 200", keys="DayOffChanged",
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/provider/pause", "401 404 404 200 404 200", {"until": None},
        query="providerId={salon}", keys="Week",
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/provider/resume", "401 404 404 409 404 409", query="providerId={salon}",
        staff="403 409 404 404",
    ),
    # --- orders
    Row("GET", "/api/profile/care", "401 200 200 200 200 200", keys="Care"),
    Row("PUT", "/api/profile/care", "401 200 200 200 200 200", CARE, keys="Care"),
    Row("GET", "/api/services", "200 200 200 200 200 200", keys="ServiceList"),
    Row("GET", "/api/orders", "401 200 200 200 200 200", keys="Order"),
    Row(
        "GET", "/api/orders", "401 200 404 404 404 200", query="customerId={alice}", keys="Order",
        staff="200 200 200 404",
    ),
    Row("POST", "/api/orders", "401 201 201 409 201 201", NEW_ORDER, keys="Order"),  # bruno is the provider
    Row(
        "POST", "/api/orders", "401 201 403 403 403 201", NEW_ORDER | {"customerId": "{alice}"}, keys="Order",
        staff="403 201 403 403",
    ),
    Row(
        "GET", "/api/orders/customer/{alice}", "401 200 404 404 404 200", keys="Order",
        staff="200 200 200 404",
    ),
    Row("GET", "/api/orders/{order}", "401 200 404 200 404 200", keys="Order", staff="200 200 200 404"),
    Row("GET", "/api/orders/again", "401 200 200 200 200 200", keys="RebookSuggestion"),
    Row(
        "GET",
        "/api/orders/{order}/again",
        "401 200 404 403 404 200",
        keys="RebookSuggestion",
        staff="200 200 200 404",
    ),
    Row(
        "GET", "/api/orders/{order}/alternatives", "401 200 404 403 404 200", keys="ListedProvider",
        staff="200 200 200 404",
    ),
    # --- bruno's position on his way to {away}: alice sees it, and nobody else
    Row(
        "GET", "/api/orders/{away}/position", "401 200 404 403 404 403", keys="OrderPosition",
        staff="403 403 403 404",
    ),
    Row(
        "PUT", "/api/orders/{away}/position", "401 403 404 204 404 403", HERE, staff="403 403 403 404",
    ),
    Row("DELETE", "/api/orders/{away}/position", "401 403 404 204 404 403", staff="403 403 403 404"),
    # --- handing back: {order} is not handed back
    Row("GET", "/api/orders/{order}/hand-back", "401 404 404 404 404 404"),
    Row(
        "POST", "/api/orders/{order}/hand-back", "401 403 404 200 404 200", {"reason": "The machine broke."},
        keys="Order", staff="403 200 403 404",
    ),
    Row("DELETE", "/api/orders/{order}/hand-back", "401 403 404 409 404 409", staff="403 409 403 404"),
    Row(
        "POST", "/api/orders/{order}/substitute", "401 409 404 403 404 409", {"accept": True},
        staff="403 409 403 404",
    ),
    # --- proof of handover
    Row(
        "GET", "/api/orders/{order}/handovers", "401 200 404 200 404 200", keys="Handover",
        staff="200 200 200 404",
    ),
    Row(
        "PUT", "/api/orders/{order}/handover-code", "401 200 404 403 404 200", {"wanted": True},
        keys="Handover", staff="403 200 403 404",
    ),
    # A photo is not JSON; the tests of handovers cover who may upload one.
    Row("POST", "/api/orders/{order}/proofs", "415 415 415 415 415 415", {"kind": "pickup"}, csrf=False),
    Row(
        "GET", "/api/orders/{done}/proofs/pickup/photo", "401 200 404 200 404 200",
        staff="200 200 200 404",
    ),
    # --- damage claims
    # A photo is not JSON; the tests of claims cover who may upload one.
    Row("POST", "/api/orders/{done}/photos", "415 415 415 415 415 415", {}, csrf=False),
    Row("GET", "/api/orders/{done}/photos/{claim_photo}", "401 200 404 200 404 200", staff="200 200 200 404"),
    Row(
        "GET", "/api/orders/{done}/claims", "401 200 404 200 404 200", keys="ClaimList",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/orders/{rated}/claims", "401 201 404 403 404 403", {"description": "A stain."},
        keys="ClaimList", staff="403 403 403 404",
    ),
    Row(
        "POST", "/api/orders/{done}/claims/{claim}/statement", "401 403 404 200 404 403",
        {"statement": "It was there before."}, keys="Claim", staff="403 403 403 404",
    ),
    Row("GET", "/api/provider/offers", "401 403 403 200 200 403", keys="HandBackOffer"),
    Row("POST", "/api/provider/offers/{order}/accept", "401 403 403 404 404 403"),
    Row("POST", "/api/provider/offers/{order}/decline", "401 403 403 404 404 403"),
    Row("GET", "/api/orders/{order}/calendar.ics", "401 200 404 200 404 200", staff="200 200 200 404"),
    Row("GET", "/api/orders/{order}/receipt.pdf", "401 200 404 403 404 200", staff="200 200 200 404"),
    Row("GET", "/api/orders/{unpaid}", "401 200 404 200 404 200", keys="Order", staff="200 200 200 404"),
    Row(
        "PATCH", "/api/orders/{order}", "401 200 404 403 404 200", {"specialInstructions": "Ring."},
        keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "PATCH", "/api/orders/{order}/reschedule", "401 200 404 403 404 200", LATER, keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{order}/status", "401 409 404 200 404 200", {"status": "pickup"}, keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{unpaid}/status", "401 409 404 409 404 409", {"status": "confirmed"},
        staff="403 409 403 404",
    ),
    Row(
        "GET", "/api/orders/{order}/cancellation", "401 200 404 200 404 200", keys="CancellationPreview",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{order}/cancellation", "401 200 404 403 404 200", {"reason": "Flooded."},
        keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/orders/{order}/messages", "401 200 404 200 404 200", keys="Message",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/orders/{order}/messages", "401 201 404 201 404 201", {"body": "Hello"}, keys="Message",
        staff="201 201 403 404",
    ),
    # A photo is not JSON; the tests of messages cover who may upload one.
    Row("POST", "/api/orders/{order}/messages/photos", "415 415 415 415 415 415", {"file": "x"}, csrf=False),
    Row(
        "GET", "/api/orders/{order}/messages/{photo}/photo", "401 200 404 200 404 200",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/orders/{order}/messages/read", "401 204 404 204 404 204", staff="204 204 204 404"
    ),
    Row(
        "POST", "/api/orders/{done}/rating", "401 201 404 403 404 403", {"rating": 5}, keys="Review",
        staff="403 403 403 404",
    ),
    Row(
        "POST", "/api/reviews", "401 201 404 403 404 403", {"orderId": "{done}", "rating": 5}, keys="Review",
        staff="403 403 403 404",
    ),
    Row("GET", "/api/provider/orders", "401 403 403 200 200 403", keys="Order"),
    Row("GET", "/api/provider/conversations", "401 403 403 200 200 403", keys="Conversation"),
    Row("GET", "/api/provider/orders/history", "401 403 403 200 200 403", keys="OrderHistory"),
    Row("GET", "/api/provider/earnings", "401 403 403 200 200 403", keys="Earnings"),
    Row(
        "PUT", "/api/provider/payout-account", "401 403 403 200 200 403", keys="PayoutAccount",
        body={
            "holder": "Emil Meier", "iban": "LI21088100002324013AA", "password": "a-long-enough-passphrase",
        },
    ),
    Row(
        "POST", "/api/provider/stripe-account", "401 403 403 200 200 403", keys="StripePage",
        asks_stripe=True,
        body={"password": "a-long-enough-passphrase"},
    ),
    Row(
        "POST", "/api/provider/stripe-account/check", "401 403 403 200 200 403", keys="StripeAccount",
        asks_stripe=True,
    ),
    Row("GET", "/api/provider/statements/{month}.pdf", "401 403 403 200 200 403"),
    Row("GET", "/api/provider/fee-invoices/{month}.pdf", "401 403 403 200 404 403"),
    Row("GET", "/api/provider/statements/{month}.csv", "401 403 403 200 200 403"),
    # --- recurring bookings
    Row(
        "GET", "/api/recurring-bookings/customer/{alice}", "401 200 404 404 404 200", keys="RecurringBooking",
        staff="200 200 200 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/first-pickup", "200 200 200 200 200 200",
        query="recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00", keys="FirstPickup",
    ),
    Row(
        "GET", "/api/recurring-bookings/refusals", "401 200 200 200 200 200",
        query="recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00&pickupPostalCode=8001",
        keys="RecurringConflict",
    ),
    Row(  # bruno is the provider
        "POST", "/api/recurring-bookings", "401 201 201 409 201 201", NEW_SERIES, keys="RecurringBooking"
    ),
    Row(
        "POST", "/api/recurring-bookings", "401 201 403 403 403 201", NEW_SERIES | {"customerId": "{alice}"},
        keys="RecurringBooking",
        staff="403 201 403 403",
    ),
    Row(
        "PATCH", "/api/recurring-bookings/{series}", "401 200 404 404 404 200", {"weight": "12"},
        keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "DELETE", "/api/recurring-bookings/{series}", "401 200 404 404 404 200", keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/{series}/alternatives", "401 200 404 404 404 200",
        keys="ListedProvider",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/pause", "401 200 404 404 404 200",
        {"until": "{later_date}"}, keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/resume", "401 409 404 404 404 409",
        staff="403 409 403 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/occurrences/{date}/skip", "401 200 404 404 404 200",
        keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/{series}/occurrences/{date}/move", "401 200 404 404 404 200",
        query="date={later_date}", keys="MoveTimes",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/occurrences/{date}/move", "401 200 404 404 404 200",
        {"date": "{later_date}", "time": "{later_time}"}, keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    # Whoever holds the link of a pickup may see and skip it.
    Row("GET", "/api/skip-links/{skip}", "200 200 200 200 200 200", keys="SkipLink"),
    Row("POST", "/api/skip-links/{skip}", "200 200 200 200 200 200", keys="SkipLink"),
    # --- payments
    Row(
        "POST", "/api/create-payment-intent", "401 200 404 404 404 404", keys="PaymentIntent",
        asks_stripe=True,
        body={"orderId": "{unpaid}", "amount": "27.50"},
    ),
    Row(
        "POST", "/api/orders/{unpaid}/payment-return", "401 200 404 403 404 200", keys="Order",
        asks_stripe=True,
        staff="403 200 200 404",
    ),
    Row("GET", "/api/payment-methods", "401 200 200 200 200 200", keys="PaymentMethod"),
    Row(
        "POST", "/api/payment-methods/setup", "401 200 200 200 200 200", keys="PaymentIntent",
        asks_stripe=True,
    ),
    Row(
        "POST", "/api/payment-methods", "401 201 404 404 404 404", {"setupIntentId": "{setup}"},
        keys="PaymentMethod", asks_stripe=True,
    ),
    Row("POST", "/api/payment-methods/{card}/default", "401 200 404 404 404 404", keys="PaymentMethod"),
    Row("DELETE", "/api/payment-methods/{card}", "401 204 404 404 404 404"),
    Row("GET", "/api/pay-links/{link}", "200 200 200 200 200 200", keys="PayLink"),
    Row(
        "POST", "/api/pay-links/{link}/payment-intent", "200 200 200 200 200 200", keys="PaymentIntent",
        asks_stripe=True,
    ),
    Row(
        "POST", "/api/pay-links/{link}/payment-return", "200 200 200 200 200 200", keys="PayLink",
        asks_stripe=True,
    ),
    # Its forms are not JSON; its own tests cover them.
    Row("GET", "/api/unsubscribe/{unsubscribe}", "302 302 302 302 302 302"),
    Row("POST", "/api/unsubscribe/{unsubscribe}", "415 415 415 415 415 415", {}, csrf=False),
    Row("POST", "/api/stripe/webhook", "400 400 400 400 400 400", {}, csrf=False),
]  # fmt: skip
