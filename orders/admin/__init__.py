"""Orders and related models in the admin site; each module registers its own models."""

from orders.admin import admin_orders

__all__ = ["admin_orders"]
