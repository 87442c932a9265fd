"""Facts that a page of the paper itself prints: whom it thanks, its identifiers, links and keywords."""
