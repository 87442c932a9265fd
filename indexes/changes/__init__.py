"""Changes of a built cluster: papers removed, restored, or described by the user."""
