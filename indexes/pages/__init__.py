"""Pages as images: late-interaction embeddings of every page, kept beside the text index and searched by MaxSim.

types        what an encoder takes and gives        checkpoint   which model, found where, loaded by which class
colpali      the encoder of colpali-engine models   patches      where on the page each token of a page looks
pages        PDF pages rendered ahead               stream       pages to vectors, in batches that fit the memory
pooling      the few vectors of the first stage     files        what is kept on disk
maxsim       the score                              build        the visual part of a build
index        searching                              heatmap      what a page was found for
"""
