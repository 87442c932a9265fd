"""Papers over the network: from an identifier to files, and a ledger that says what came of each.

identify  what a user means                     services  who knows papers, each behind one protocol
panel     all services asked, answers merged    listing   what a paper cites, by everyone who can say
merge     several lists become one              files     an entry to its files, place after place
web       answers kept, tried again             download  a file looked at before it is believed
wire      one request: checked, paced, bounded  guard     which addresses may be talked to
pace      how fast, over all processes          ledger    what came of it, on disk at every step
wishes    what was asked for                    lists     .bib, CSL-JSON, Zotero; local: the user's own files

Nothing here runs unless `citehop add`, or the function of that name, is called.
"""
