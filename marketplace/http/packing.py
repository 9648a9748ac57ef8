"""Compression of stored responses, with a dictionary of the text that they have in common."""

import json
import zlib
from typing import Any

# Compressed data needs its dictionary forever: never change one, only add another under the next number.
_WORDS = {
    1: (
        b'{"createdAt":"returnBy":"reviewable":false,"businessName":"firstName":"lastName":"phone":null,'
        b'"rating":"provider":{"customer":{"message":"body":"sentAt":"clientSecret":"paymentIntentId":'
        b'"nextBookingDate":"isActive":true,"recurringPattern":"holdExpiresAt":"cancelReason":"refund":"fee":'
        b'"allowedTransitions":["cancelled"],"timeline":[{"status":"pending","at":"2026-},'
        b'{"status":"confirmed","at":null},{"status":"pickup","at":null},{"status":"washing","at":null},'
        b'{"status":"delivery","at":null},{"status":"completed","at":null}],"paymentStatus":"unpaid","paid",'
        b'"specialInstructions":"","pickupTime":"2026-:00:00Z","deliveryAddress":"strasse ,"pickupAddress":"'
        b', Zurich 80","totalAmount":"27.50","platformFee":"2.50","serviceAmount":"25.00","weight":"10.0",'
        b'"serviceType":"standard","status":"pending","providerId":"customerId":"id":"'
    )
}
_NEWEST = max(_WORDS)


def pack(body: Any) -> bytes:
    """Compress a response to a few hundred bytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS[_NEWEST])
    text = json.dumps(body, separators=(",", ":")).encode()
    return bytes([_NEWEST]) + packer.compress(text) + packer.flush()


def unpack(packed: bytes) -> Any:
    """Decompress a response."""
    unpacker = zlib.decompressobj(-15, zdict=_WORDS[packed[0]])
    return json.loads(unpacker.decompress(packed[1:]) + unpacker.flush())
