"""Transport for `citehop add`: one checked, paced and bounded request at a time per host, with retries and a cache."""
