"""The sample cluster: an invented anchor paper and the invented papers it cites, typeset as PDF, with their gold."""
