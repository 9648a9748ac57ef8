"""The life of an order: its states, who may move it, and what each step does."""
