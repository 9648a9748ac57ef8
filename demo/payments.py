"""The stand-in for Stripe inside the demonstration's own process.

It is used unless real test-mode keys of Stripe are set.
"""

from django.conf import settings

from demo.stripe_standin.app import Standin, mounted
from demo.stripe_standin.settings import SECRET_KEY, StandinSettings
from demo.stripe_standin.transport import Asgi

PREFIX = "/stripe-standin"


def is_wanted() -> bool:
    """Tell whether the demonstration uses the stand-in."""
    return bool(settings.DEMO) and settings.STRIPE_SECRET_KEY == SECRET_KEY


def make_standin(*, webhooks: bool = True, **changes: object) -> Standin:
    """Return the stand-in with its state in this installation's data folder."""
    plan = StandinSettings(
        data_dir=settings.VAR_DIR / "stripe",
        prefix=PREFIX,
        webhook_url=f"http://127.0.0.1:{settings.PORT}/api/stripe/webhook" if webhooks else None,
        webhook_secret=settings.STRIPE_WEBHOOK_SECRET,
        connect_webhook_secret=settings.STRIPE_CONNECT_WEBHOOK_SECRET,
        secret_key=settings.STRIPE_SECRET_KEY,
        publishable_key=settings.STRIPE_PUBLISHABLE_KEY,
        **changes,  # type: ignore[arg-type]  # any field of it
    )
    return Standin(plan)


def with_standin(application: Asgi) -> Asgi:
    """Mount the stand-in below its prefix, if it is used."""
    if not is_wanted():
        return application
    standin = make_standin()
    standin.start()
    return mounted(application, standin)
