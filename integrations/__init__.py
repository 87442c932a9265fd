"""citehop inside other programs: the MCP server and LlamaIndex."""
