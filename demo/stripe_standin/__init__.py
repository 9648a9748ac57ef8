"""A local stand-in for Stripe that speaks Stripe's wire protocol.

It exists for the demo and for tests: Stripe's official SDKs talk to it unmodified, the Payment Element is
drawn by its own script, and Stripe's documented test cards behave as documented. No money moves, and live
keys are refused. Production never imports this package.
"""
