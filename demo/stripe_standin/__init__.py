"""A local stand-in for Stripe that speaks Stripe's wire protocol.

For the demo and for tests: Stripe's official SDKs talk to it unmodified, it serves its own script of the
Payment Element, and Stripe's documented test cards behave as documented. No money moves, and live keys are
rejected. Production never imports this package.
"""
