"""Changes of a built cluster: remove papers, restore them, or correct their fields."""
