"""The project: settings, URLs and the infrastructure that every app uses.

The Celery application is imported here because ``task.delay()`` otherwise finds no configured
application and falls back to Celery's default broker address.
"""

from marketplace.celery import app as celery_app

__all__ = ["celery_app"]
