"""Read diagrams (trees, taxonomies, flow diagrams) as labeled nodes with children and arrows."""
