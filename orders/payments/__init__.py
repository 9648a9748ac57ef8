"""Payments of customers through Stripe, and refunds.

``intents`` opens a payment. ``settle`` applies Stripe's state of it, called by the return page, by webhooks
(``webhooks``) and by the comparison with Stripe (``reconciling``). ``refunds`` decides and executes refunds.
All call Stripe through ``gateway`` and its siblings alone.
"""
