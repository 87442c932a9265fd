"""Integrations with other programs and formats: MCP server, LlamaIndex, Zotero, spreadsheets, citations and evidence
pages.
"""
