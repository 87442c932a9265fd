"""Pages as images: late-interaction embeddings of every page, searched by MaxSim in Qdrant.

types        input and output of an encoder         checkpoint   which model, found where, loaded by which class
colpali      the encoder of colpali-engine models   patches      where on the page each token of a page looks
rendering    PDF pages rendered ahead               batches      pages to vectors, in batches that fit the memory
pooling      the few vectors of the first stage     files        the vectors on disk, from which a store is filled
points       pages as points of a store             embedded     the store in this process (Qdrant Edge)
server       the store on a Qdrant server           build        the visual part of a build
index        searching                              heatmap      what a page was found for
model_choice which model a build uses
"""
