"""HTTP for `citehop add`: checked addresses, one rate-limited request per host at a time, retries, and a cache."""
