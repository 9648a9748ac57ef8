"""Documents that people keep: how they are drawn, and what each of them says."""
