"""HTTP for `citehop add`: checked addresses, one rate-limited and bounded request per host at a time, retries, a cache."""
