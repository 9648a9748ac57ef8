"""What the calls of the permission matrix send; ``{names}`` are filled in from the fixtures."""

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
HERE = {"latitude": 47.3781, "longitude": 8.5402, "accuracy": 12, "orderId": "{away}"}
EVENING = {"date": "{later_date}", "startTime": "20:00", "endTime": "21:00"}
LATER = {"newPickupDate": "{later_date}", "newPickupTime": "{later_time}"}
