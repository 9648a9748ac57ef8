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

from marketplace.tests.matrix_accounts import ACCOUNTS
from marketplace.tests.matrix_orders import ORDERS
from marketplace.tests.matrix_providers import PROVIDERS

TABLE = [*ACCOUNTS, *PROVIDERS, *ORDERS]
