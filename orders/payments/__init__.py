"""Money: what customers pay through Stripe and what goes back to them.

``intents`` opens a payment, ``settle`` is the one door through which it becomes true here, called by
the return page, by webhooks (``webhooks``) and by the comparison with Stripe (``reconciling``).
``refunds`` decides and carries out what is returned. All talk to Stripe through ``gateway`` alone.
"""
