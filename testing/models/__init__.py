"""Language models for tests, in the process and over HTTP."""
