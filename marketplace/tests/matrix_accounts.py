"""The permission matrix of accounts, privacy and support, and of what everybody may ask.

The actors are those of :mod:`marketplace.tests.matrix_rows`, the data is described in ``matrix_table``.
"""

from marketplace.tests.matrix_bodies import BROWSER, MADE_PASSKEY, NEW_ADDRESS, OWNER, SHOWN_PASSKEY
from marketplace.tests.matrix_rows import Row

ACCOUNTS = [
    Row("GET", "/api/config", "200 200 200 200 200 200", keys="Config"),
    Row("GET", "/api/schema", "200 200 200 200 200 200"),
    Row("GET", "/api/docs", "200 200 200 200 200 200"),
    Row("GET", "/api/events", "401 200 200 200 200 200"),
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
        "POST", "/api/auth/email-change", "200 200 200 200 200 200", keys="Success",
        body={"token": "{change}", "password": "a-long-enough-passphrase"},
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
    Row("GET", "/api/profile/photo", "401 200 404 404 404 404"),
    # A photo is not JSON; its own tests cover who may upload one.
    Row("PUT", "/api/profile/photo", "415 415 415 415 415 415", {"file": "x"}, csrf=False),
    Row("DELETE", "/api/profile/photo", "401 200 200 200 200 200", keys="User"),
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
]  # fmt: skip
