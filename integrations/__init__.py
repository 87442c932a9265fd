"""Integrations with other programs: the MCP server and LlamaIndex."""
