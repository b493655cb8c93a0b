"""serve.py MODEL.gguf PORT: chat and embeddings of one small model, on loopback, by a server of the usual interface."""
import sys
import time

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.n_ctx, parameters.n_parallel = sys.argv[1], 4096, 1
parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
parameters.embedding, parameters.pooling_type = True, xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
parameters.n_batch = parameters.n_ubatch = 1024
parameters.hostnames, parameters.port = ["127.0.0.1"], int(sys.argv[2])
server = xllamacpp.Server(parameters)
print("listening", flush=True)
while True:
    time.sleep(3600)
