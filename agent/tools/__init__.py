"""Typed tools over an opened cluster: one set for the agent loop, the MCP server and LlamaIndex agents."""
