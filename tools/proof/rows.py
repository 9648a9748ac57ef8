"""The rows of the quality page that are proven here, and how.

Most rows are proven by tests that record the figure which they reached. A row that is a list of
cases rather than a figure is proven when all of its cases pass (``CASES``: files, and what their
names contain); one that needs a browser, by a browser test (``BROWSER``).
"""

TITLES = {
    "R1": "double booking of a slot",
    "R2": "capacity leaks on cancel, expiry, reschedule",
    "R3": "reschedule takes the new place and keeps or loses the old",
    "R4": "abandoned checkout holds a slot",
    "R5": "lost update on order status",
    "R6": "steps skipped",
    "R7": "client sends price, status, provider or rating",
    "R8": "amount of the payment intent trusted",
    "R9": "double click or retry makes two orders",
    "R10": "webhook duplicate",
    "R11": "webhooks reordered or stale",
    "R12": "webhook before the return, or before the order",
    "R13": "webhook forged, replayed, of the wrong mode",
    "R14": "paid but order not updated",
    "R15": "Stripe fails after charging",
    "R16": "refund or cancel twice, too much, too late",
    "R17": "review twice, by a stranger, too early",
    "R18": "partial failure within a request",
    "R19": "money moves after an order is final",
    "R20": "the fee shown is not the fee charged",
    "R21": "one draft, two orders",
    "R22": "address that the provider does not serve",
    "R23": "place hoarded without money",
    "T1": "recurring orders placed twice",
    "T2": "recurring orders lost in an outage",
    "T3": "worker killed while it places",
    "T4": "hours on the nights when the clocks change",
    "T5": "month ends, year ends, two weeks across a week 53",
    "T6": "UTC's date used as today",
    "T7": "task sent before commit or lost after it",
    "T8": "poison task blocks the queue",
    "T9": "stale cache",
    "T10": "Redis down",
    "T11": "a lock that is held for long",
    "T12": "migrations that lock, rewrite or take away",
    "T13": "lease already over when it is given",
    "T14": "work that hangs stops all other work",
    "T15": "one bad row ends a sweep",
    "T16": "a message that kills its worker",
    "T17": "what holds only on some days or at some hours",
    "P12": "statements of a call",
    "P19": "memory of the demonstration's one web process",
    "S1": "somebody else's objects",
    "S2": "somebody else's functions",
    "S3": "mass assignment and over-exposure",
    "S4": "brute force, stuffing, enumeration",
    "S6": "open redirect",
    "S7": "script in texts",
    "S8": "cross-site requests",
    "S9": "session",
    "S10": "files that people send",
    "S11": "the back office exposed",
    "S12": "headers and configuration",
    "S13": "resource abuse",
    "S14": "API fuzz",
    "S16": "copy and deletion of personal data",
    "S18": "audit of the back office",
    "S19": "operators by is_staff alone",
    "S20": "configuration by copying the example",
    "S21": "floods of messages, cards and lists",
    "S22": "secrets in logs",
    "S23": "closed accounts booked, pages saved by two",
    "S28": "production cannot start from what it installs, or as its guide says",
    "W1": "a link that acts",
    "W2": "an account seen after it has left",
    "W3": "a failure said behind a dialog, or its form lost",
    "W4": "typed text erased by an answer that comes late",
    "W5": "a failed call shows fiction",
    "W6": "an ended session is a dead end",
    "W7": "Back shows another state",
    "W8": "a completed order turns into the sample",
    "W9": "a choice silently replaced after a refusal",
    "W10": "seven tabs, a sleeping laptop",
    "W11": "a wrong clock on the phone",
    "W12": "a call that never answers",
    "W13": "an element over a control",
    "W14": "focus falls to the page's body",
    "O1": "what was done offline is lost, or done twice",
    "O2": "the order of what was done offline is swapped",
    "O8": "browsers without Background Sync",
}

CASES = {
    "R8": (
        ["orders/payments/tests/test_open_payment.py"],
        "amount",
        "0, -1, 0.01, 1e9, NaN, another order's",
    ),
    "T4": (
        ["scheduling/tests/test_generate.py"],
        "night or hour or every_day",
        "both nights, the same slots",
    ),
    "T9": (
        ["providers/tests/test_list.py", "providers/tests/test_list_at_scale.py"],
        "change or drops or takes_in or new_name or two_hundred or at_most_twice",
        "the next read shows it",
    ),
    "S9": (
        ["accounts/tests/test_sign_in.py", "accounts/tests/test_profile.py"],
        "session or cookie or changes_the or new_password",
        "12 asserts",
    ),
    "S10": (
        ["providers/tests/test_documents.py"],
        "no_document or megabytes or name or picture or photo or hundred or public or opens or replaced",
        "30 files refused or harmless; owner and reviewers alone",
    ),
    "S11": (
        [
            "marketplace/tests/test_admin_sign_in.py",
            "marketplace/tests/test_matrix_admin.py",
            "orders/tests/test_admin_orders.py",
            "orders/payments/tests/test_admin_money.py",
        ],
        "limited or second_factor or closed or hundred or deletes or edited or permission",
        "staff with the second factor, own limit, money read-only, <= 15 statements a list of 100",
    ),
    "S13": (
        [
            "marketplace/tests/test_api_frame.py",
            "orders/tests/test_place_order.py",
            "scheduling/tests/test_time_slots.py",
            "scheduling/tests/test_generate.py",
        ],
        "mebibyte or thousand_deep or chunks or unpaid or ranges or 62_days",
        "sizes, depth, ranges, three unpaid checkouts",
    ),
    "S16": (
        ["marketplace/tests/test_personal_data.py", "marketplace/tests/test_erasing.py"],
        "column or nothing or seven_years or three_years or photos",
        "every personal column in the copy; 12 canaries: 0 left after deletion",
    ),
}

_OFFLINE = "offline/offline- journeys/offline-screens"
# How the paths of the tests' files below frontend/e2e/ begin, with everything that they can look at
# (SWEEP=all), and what else the tests are told.
BROWSER: dict[str, tuple[str, str, dict[str, str]]] = {
    "R21": ("journeys/one-draft", "Back, reload, second tab: 1 order", {}),
    "W1": ("privacy/hostile-", "60 addresses, every route with a parameter: 0 acts", {}),
    "W2": ("privacy/left-account", "6 ways x every page of an account: 0 canaries within 2 s", {}),
    "W3": (
        "nightly/failing-dialogs layout/overlays",
        "every dialog x failing call: said in it, nothing typed is lost",
        {},
    ),
    "W4": ("offline/late-responses layout/overlays", "messages, notes, addresses: kept", {}),
    "W5": (
        "nightly/every-read offline/no-response",
        "every read x 500, time-out, HTML: Try again, never a sample",
        {},
    ),
    "W6": (
        "privacy/ended-session journeys/signed-out",
        "every page of an account: sign-in, and back to the same place",
        {},
    ),
    "W7": (
        "layout/back-and-forward offline/tabs journeys/one-draft",
        "30 pairs of pages: each as it was left",
        {},
    ),
    "W8": ("journeys/live-completion", "Order Completed and the rating", {}),
    "W9": (
        "nightly/unavailable-choices journeys/changes journeys/booking.spec journeys/rebook.spec",
        "every 409: the choice is cleared and said",
        {},
    ),
    "W10": (
        "offline/tabs offline/sleep offline/reconnect",
        "7 tabs within 1 s, one connection; true 2 s after 10 min of sleep",
        {},
    ),
    "W11": ("offline/wrong-clock", "+-16 min, +-1 day, Tokyo: pays by Zurich's clock", {}),
    "W12": (
        "offline/no-response offline/lost-response",
        "15 s, a sentence with Try again; the key is kept",
        {},
    ),
    "W13": (
        "layout/covered journeys/apply nightly/failing-dialogs",
        "every route x 320, 390, 768, 1280 px: 0 controls covered",
        {},
    ),
    "W14": ("layout/focus", "after every act: on the next thing or the heading", {}),
    "S7": ("privacy/inert", "60 payloads in every text: 0 dialogs, 0 reports", {}),
    "O1": (_OFFLINE, "50 acts, 3 tabs, the worker, answers lost: 50 effects; O3-O7, O9, O11", {}),
    "O8": (_OFFLINE, "the same without Background Sync", {"BACKGROUND_SYNC": "none"}),
}

# Those that a unit test of the web app proves, with everything that it can try (SWEEP=all).
WEB_APP: dict[str, tuple[str, str]] = {
    "O2": (
        "src/offline/sync-random.test.ts",
        "1,000 random interleavings: each order's order, each act once",
    ),
}
