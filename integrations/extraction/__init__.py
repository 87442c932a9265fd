"""An extraction sheet: the same questions asked of every paper of a cluster."""
