"""What must hold of orders and their money at any time, and the runs that look for what does not."""
