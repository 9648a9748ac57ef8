"""What the admin site asks of orders beside their pages: its search and its timelines."""
