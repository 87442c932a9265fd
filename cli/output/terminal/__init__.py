"""Values as text for a terminal."""
