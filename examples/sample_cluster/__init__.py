"""The sample cluster: an invented anchor paper and the invented papers that it cites, as PDFs with gold data."""
