"""Orders in the admin site. What stands on pages of its own registers itself."""

from orders.admin import admin_orders

__all__ = ["admin_orders"]
