"""Pages as images: late-interaction embeddings of every page, searched by MaxSim in Qdrant.

types        input and output of an encoder         checkpoint   finding a model, and the class that loads it
colpali      the encoder of colpali-engine models   patches      the area of the page that each token stands for
rendering    rendering PDF pages in advance         batches      encoding pages in batches that fit the memory
pooling      pooled vectors for the first stage     files        the vectors on disk, from which a store is filled
points       pages as points of a store             embedded     the store in this process (Qdrant Edge)
server       the store on a Qdrant server           build        the visual part of a build
index        searching                              heatmap      where a page matches a query
model_choice which model a build uses
"""
