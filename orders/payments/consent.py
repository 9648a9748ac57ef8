"""What customers agree to when they let us keep a card: the sentences that the screens show.

The sentence is stored with the card. A changed one is a new agreement: cards that are saved already
keep theirs.
"""

AT_CHECKOUT = (
    "Save this card for future bookings. We may then charge it for bookings that you make or repeat, "
    "also while you are away. You can remove it at any time under Payment Methods."
)
IN_PROFILE = (
    "By saving this card, you allow us to charge it for bookings that you make or repeat, "
    "also while you are away. You can remove it at any time."
)
