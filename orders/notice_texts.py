"""Every notification text about orders, with ``{placeholders}``.

``{name}`` is whom the text is about, ``{customer}`` an order's customer, ``{summary}`` an order in a
sentence. :mod:`orders.notifications` and its like fill them in.
"""

from django.utils.translation import gettext_lazy as _

from accounts.notice_texts import NoticeText

# --- On the way of an order -------------------------------------------------------------------------------

NEW_ORDER = NoticeText("new_order", _("New order"), _("{summary} Everything is paid; the pickup is yours."))
CONFIRMED = NoticeText(
    "order_confirmed", _("Order confirmed"), _("{name} is preparing for your pickup on {when}.")
)
PICKUP = NoticeText("order_pickup", _("Pickup in progress"), _("{name} is on the way."))
WASHING = NoticeText(
    "order_washing",
    _("Washing in progress"),
    _("Your clothes are being washed and ironed."),
    more=frozenset({"name"}),
)
DELIVERY = NoticeText("order_delivery", _("Out for delivery"), _("{name} is delivering your order."))
COMPLETED = NoticeText(
    "order_completed",
    _("Order completed"),
    _("Your order has been completed. How was it? You can rate {name} now."),
)
WAITS_FOR_PROVIDER = NoticeText(
    "order_paid",
    _("Waiting for provider confirmation"),
    _("Your payment has arrived. {name} has until {until} to accept, otherwise you get a full refund."),
)
PLEASE_ANSWER = NoticeText(
    "order_paid.provider",
    _("Please answer"),
    _("{summary} It is paid. Please accept or decline it by {until}."),
)
RESCHEDULED = NoticeText(
    "order_rescheduled", _("Pickup moved"), _("Your pickup was moved from {before} to {when}.")
)
RESCHEDULED_FOR = NoticeText(
    "order_rescheduled.provider",
    _("Pickup moved"),
    _("The pickup for {customer} was moved from {before} to {when}."),
)
EDITED = NoticeText("order_edited", _("Order changed"), _("{customer} changed the address or instructions."))
REVIEW_WAITS = NoticeText(
    "review.waiting",
    _("New review"),
    _("{customer} has reviewed you. You see it once you have rated them, too, at the latest on {until}."),
)
REVIEWED = NoticeText("review", _("New review"), _("{customer} gave you {stars}."))

# --- Its end, and money that goes back --------------------------------------------------------------------

CANCELLED = NoticeText("order_cancelled", _("Order cancelled"), "{reason}")
CANCELLED_REFUNDED = NoticeText(
    "order_cancelled.refunded", _("Order cancelled"), _("{reason} We are returning {amount} to you.")
)
CANCELLED_ONCE = NoticeText(
    "order_cancelled.recurring", _("Order cancelled"), _("{reason} Your recurring booking goes on.")
)
CANCELLED_ONCE_REFUNDED = NoticeText(
    "order_cancelled.recurring_refunded",
    _("Order cancelled"),
    _("{reason} We are returning {amount} to you. Your recurring booking goes on."),
)
PLACE_FREED = NoticeText(
    "order_cancelled.provider",
    _("Order cancelled"),
    _("{summary} {reason} The place is free again."),
)
JOB_CANCELLED = NoticeText("order_cancelled.provider_past", _("Order cancelled"), "{summary} {reason}")
LATE_FEE_KEPT = NoticeText(
    "order_cancelled.late_fee", _("Order cancelled"), _("{summary} {reason} You keep {amount} of it.")
)
PAID_TOO_LATE = NoticeText(
    "payment_returned.late",
    _("Payment returned"),
    _("Your payment came after the order was cancelled. We are returning {amount}."),
)
MONEY_RETURNED = NoticeText(
    "payment_returned", _("Money returned"), _("We are returning {amount} of this order to you.")
)
MONEY_PAID_BY_BANK = NoticeText(
    "payment_returned.by_bank",
    _("Money sent by bank transfer"),
    _("{amount} of this order could not go back the way it was paid. We have sent it to your bank account."),
)
MONEY_RETURNED_OF_SHARE = NoticeText(
    "payment_returned.provider",
    _("Money returned to a customer"),
    _("{summary} {amount} were returned; your share is {less} less."),
)
MONEY_RETURNED_RUNNING = NoticeText(
    "payment_returned.running",
    _("Money returned to a customer"),
    _("{summary} {amount} went back to the customer; the order goes on, and you earn {earning}."),
)
DISPUTED = NoticeText(
    "payment_returned.disputed",
    _("Your bank looks into a payment"),
    _("You contested the payment of this order at your bank, which withholds {amount}. The order goes on."),
)
DISPUTED_FOR = NoticeText(
    "payment_returned.disputed_provider",
    _("A customer contests a payment"),
    _("{summary} The bank withholds {amount}; the order goes on, and you earn {earning}."),
)
DISPUTE_ENDED = NoticeText(
    "payment_returned.decided",
    _("Your bank has decided"),
    _("Of the payment that you contested, {amount} stay with you. The order goes on."),
)
DISPUTE_ENDED_FOR = NoticeText(
    "payment_returned.decided_provider",
    _("A bank has decided"),
    _("{summary} {amount} stay with the customer; the order goes on, and you earn {earning}."),
)
BEARER_CHANGED = NoticeText(
    "payment_returned.bearer",
    _("What you earn has changed"),
    _("{summary} We have decided who bears the money that went back: you earn {earning}."),
)
RECEIPT = NoticeText(
    "receipt",
    _("Your receipt {number}"),
    _("Thank you. The receipt of your order with {name} is attached."),
)
RECEIPT_AND_CREDIT_NOTE = NoticeText(
    "receipt_and_credit_note",
    _("Your receipt {number}"),
    _("The receipt of your order with {name} is attached, and a credit note of what was returned."),
)
CREDIT_NOTE = NoticeText(
    "credit_note",
    _("Your credit note {number}"),
    _("Something of your order with {name} was returned to you. The credit note is attached."),
)
RECEIPT_AND_CREDIT_NOTE_OF_VAT = NoticeText(
    "receipt_and_credit_note.vat",
    _("Your receipt {number}"),
    _(
        "The receipt of your order with {name} is attached, and a credit note of its VAT: nothing more is "
        "returned."
    ),
)
CREDIT_NOTE_OF_VAT = NoticeText(
    "credit_note.vat",
    _("Your credit note {number}"),
    _(
        "The VAT of your cancelled order with {name} is credited; nothing more is returned. "
        "See the attachment."
    ),
)

# --- Damage claims ----------------------------------------------------------------------------------------

DAMAGE_REPORTED = NoticeText(
    "claim_reported",
    _("{customer} has reported damage"),
    _(
        "{summary} Please say your view by {until}, on the order among your jobs. Your share of this order "
        "waits until we have decided."
    ),
)
CLAIM_REFUNDED = NoticeText(
    "claim_decided", _("Your damage claim is decided"), _("We are returning {amount} to you. {reason}")
)
CLAIM_REJECTED = NoticeText(
    "claim_decided.rejected", _("Your damage claim is decided"), _("We return nothing for it. {reason}")
)
CLAIM_DECIDED_FOR = NoticeText(
    "claim_decided.provider",
    _("A damage claim is decided"),
    _("{summary} {amount} goes back to the customer; your share is {less} less. {reason}"),
)
CLAIM_REJECTED_FOR = NoticeText(
    "claim_decided.provider_rejected",
    _("A damage claim is decided"),
    _("{summary} Nothing goes back, and your share stays as it is. {reason}"),
)

# --- Messages ---------------------------------------------------------------------------------------------

MESSAGE = NoticeText("message", _("Message from {name}"), "{words}")
PHOTO = NoticeText("message.photo", _("Message from {name}"), _("A photo"))
MESSAGES = NoticeText("messages", _("{count} messages about your order"), "{words}")
MORE_MESSAGES = NoticeText(
    "messages.more",
    _("{count} messages about your order"),
    _("{rest}, and:\n{words}"),
    more=frozenset({"earlier"}),
)

# --- An order that is handed back -------------------------------------------------------------------------

HANDED_BACK = NoticeText(
    "order_handed_back",
    _("{name} cannot do your pickup"),
    _(
        "“{reason}” May we ask neighbors who are free then? Price and time stay the same. Or cancel free "
        "of charge. Without an answer by {until} you get a full refund."
    ),
)
KEPT = NoticeText("order_handed_back.kept", _("{name} does your pickup after all"), _("It stays on {when}."))
KEPT_LATE = NoticeText(
    "order_handed_back.kept_late",
    _("{name} does your pickup after all"),
    _("They are still late: you can still ask a neighbor or cancel free of charge."),
)
OFFERED = NoticeText(
    "hand_back_offer", _("Can you take this pickup?"), _("{summary} The first to accept gets it.")
)
TAKEN = NoticeText(
    "order_handed_back.taken",
    _("{name} comes instead"),
    _("Your pickup stays on {when}, at the same price."),
)
HANDED_BACK_LATE = NoticeText(
    "order_handed_back.late",
    _("{name} cannot do your pickup"),
    _(
        "“{reason}” May we ask neighbors who are free soon? The price stays the same. Or cancel free of "
        "charge. Without an answer by {until} you get a full refund."
    ),
)
TAKEN_LATER = NoticeText(
    "order_handed_back.taken_later", _("{name} comes instead"), _("On {when}, at the same price.")
)
MOVED_ON = NoticeText(
    "order_handed_back.moved_on",
    _("{customer} has asked neighbors to come instead of you"),
    _("The first to accept gets the order. You cannot take it back any more."),
)
LATE = NoticeText(
    "order_late",
    _("{name} is late for your pickup"),
    _(
        "We have heard nothing for an hour. A neighbor can come instead at the next free hour, or you get "
        "everything back: you choose."
    ),
)
LATE_JOB = NoticeText(
    "order_late.provider",
    _("{customer} has been waiting for you for over an hour"),
    _("Start the pickup now, write a message, or let a neighbor do it."),
)
TAKEN_OVER = NoticeText(
    "order_handed_back.provider",
    _("Your order was taken over"),
    _("{name} does the pickup of {customer} on {when}."),
)

# --- Recurring bookings -----------------------------------------------------------------------------------

SET_UP = NoticeText(
    "recurring_set_up",
    _("Recurring booking set up"),
    _("{name} picks up your laundry {rhythm}, first on {day}. We write to you two days before each pickup."),
)
ENDED = NoticeText(
    "recurring_ended",
    _("Recurring booking cancelled"),
    _("{name} no longer comes {rhythm}. Orders that you have paid take place as booked."),
)
PLACED = NoticeText(
    "recurring_placed",
    _("Your next pickup is booked"),
    _(
        "{name} picks up your laundry on {when}, for {amount}. "
        "Not this time? Skip it with one tap, free of charge."
    ),
)
PLACED_INSTEAD = NoticeText(
    "recurring_placed.instead",
    _("Your next pickup is booked"),
    _(
        "{name} picks up your laundry on {when}, for {amount}. {wanted} was taken that day. "
        "Not this time? Skip it with one tap, free of charge."
    ),
)
NO_CAPACITY = NoticeText(
    "recurring_skipped",
    _("Pickup skipped"),
    _("{name} has no free place on {day}, so this pickup is skipped. Your recurring booking goes on."),
)
MISSED = NoticeText(
    "recurring_missed",
    _("Pickup does not take place"),
    _("We could not book your pickup on {when} in time. We are sorry. Your recurring booking goes on."),
)
MISSED_AWAY = NoticeText(
    "recurring_missed.away",
    _("Pickup does not take place"),
    _("{name} took no bookings, so your pickup on {when} does not take place."),
)
MISSED_UNPAID = NoticeText(
    "recurring_missed.unpaid",
    _("Pickup does not take place"),
    _("Other pickups were waiting for your payment, so your pickup on {when} does not take place."),
)
WAITS = NoticeText(
    "recurring_waits",
    _("Your next pickup waits for a payment"),
    _(
        "Your pickup on {day} is not booked yet: {count} pickups are waiting for your payment already. "
        "Pay or skip one of them, and we book it."
    ),
)
WAITS_FOR_PROOF = NoticeText(
    "recurring_waits.unproven",
    _("Your next pickup waits for your email address"),
    _("Confirm your email address, and we book your pickup: {day}."),
)
AWAY = NoticeText(
    "recurring_provider_away",
    _("{name} takes no bookings at the moment"),
    _(
        "Your pickup on {day} cannot be booked. You can choose another provider, pause or cancel your "
        "recurring booking. Until then we keep trying."
    ),
)
PLEASE_PAY = NoticeText(
    "recurring_payment",
    _("Please pay for your pickup"),
    _(
        "Your card could not be charged without you. Pay {amount} by {until} to keep your pickup on {when}, "
        "else this one is skipped."
    ),
)
PLEASE_PAY_NO_CARD = NoticeText(
    "recurring_payment.no_card",
    _("Please pay for your pickup"),
    _(
        "You have no saved card. Pay {amount} by {until} to keep your pickup on {when}, "
        "else this one is skipped."
    ),
)
REMINDER = NoticeText(
    "recurring_payment.reminder",
    _("Your pickup still waits for your payment"),
    _("Pay {amount} by {until} to keep your pickup on {when}."),
)

# --- What providers are paid ------------------------------------------------------------------------------

PAID_OUT = NoticeText(
    "payout_paid", _("Money is on its way"), _("{amount} went to your account ending in {end}.")
)
PAID_OUT_STRIPE = NoticeText(
    "payout_paid.stripe", _("Money is on its way"), _("{amount} went to your account at Stripe.")
)
PAYOUT_CAME_BACK = NoticeText(
    "payout_failed",
    _("Your bank returned our payment"),
    _("{amount} came back. Please check your bank account; the next weekly payout brings them again."),
)
PAYOUT_CAME_BACK_STRIPE = NoticeText(
    "payout_failed.stripe",
    _("Our payment was taken back"),
    _("{amount} came back. Please check your account at Stripe; the next weekly payout brings them again."),
)
PAYOUT_WAITS = NoticeText(
    "payout_waits",
    _("Where may we send your money?"),
    _("{amount} are yours. Please say where to, and we send them."),
)
PAYOUT_REFUSED = NoticeText(
    "payout_waits.refused",
    _("Our bank refused your account"),
    _("{amount} wait: please enter the account ending in {end} again if it is right, or another one."),
)
BANK_ACCOUNT = NoticeText(
    "payout_account",
    _("Your bank account was changed"),
    _(
        "We pay you to the account ending in {end} from now on. "
        "Was it not you? Please tell our support at once."
    ),
)
STRIPE_ACCOUNT = NoticeText(
    "payout_account.stripe",
    _("You are paid through Stripe now"),
    _("We pay you through Stripe from now on. Was it not you? Please tell our support at once."),
)
PAYOUT_ACCOUNT_REMOVED = NoticeText(
    "payout_account.removed",
    _("Your payout account was removed"),
    _(
        "It was entered while somebody else had your account. "
        "Please enter yours again: until then your money waits with us."
    ),
)
FEE_INVOICE = NoticeText(
    "fee_invoice",
    _("Your fee invoice {number}"),
    _("Attached is the invoice of our fee for {month}. It is deducted already: there is nothing to pay."),
)

TEXTS = [value for value in list(globals().values()) if isinstance(value, NoticeText)]
