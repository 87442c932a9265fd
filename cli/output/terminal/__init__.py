"""Print values as text on a terminal."""
