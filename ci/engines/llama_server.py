"""Serve one GGUF file over HTTP with the llama.cpp server in the xllamacpp wheel.

Runs until SIGTERM or SIGINT, then exits with status 0.
"""

import argparse
import os
import signal
import sys

import xllamacpp


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="GGUF file")
    parser.add_argument("--alias", help="model name in /v1/models and in responses (default: file name)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--ctx", type=int, default=2048, help="context tokens of each slot")
    parser.add_argument("--parallel", type=int, default=2, help="slots")
    parser.add_argument("--metrics", action="store_true", help="serve /metrics")
    parser.add_argument("--log-level", type=int, default=2, help="llama.cpp verbosity: 1 errors, 2 warnings, 3 info")
    return parser.parse_args()


def build_params(args):
    params = xllamacpp.CommonParams()
    params.model.path = args.model
    params.model_alias = {args.alias or os.path.basename(args.model)}
    params.hostnames = [args.host]
    params.port = args.port
    # n_ctx is shared out among the slots.
    params.n_ctx = args.ctx * args.parallel
    params.n_parallel = args.parallel
    params.cpuparams.n_threads = args.threads
    params.cpuparams_batch.n_threads = args.threads
    # Read the weights into private memory: with mmap, where the file lies in
    # the page cache changes the speed of the whole process.
    params.load_mode = xllamacpp.llama_load_mode.LLAMA_LOAD_MODE_NONE
    params.fit_params = False
    # No state may pass from one request to the next.
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    params.endpoint_metrics = args.metrics
    params.verbosity = args.log_level
    return params


def main():
    args = parse_args()
    if not os.path.isfile(args.model):
        sys.exit(f"no such model file: {args.model}")

    # Blocked before llama.cpp starts its threads, which inherit the mask: only
    # sigwait() below receives them. A stop while loading waits for the model.
    stop_signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop_signals)

    print(f"xllamacpp {xllamacpp.__version__} {xllamacpp.BUILD_INFO}", flush=True)
    print(xllamacpp.get_system_info(), flush=True)
    try:
        server = xllamacpp.Server(build_params(args))
    except RuntimeError as error:
        sys.exit(f"llama.cpp did not start: {error}")
    print(f"listening on {server.listening_address}", flush=True)

    signal.sigwait(stop_signals)
    # Destroying the server waits for open requests, up to minutes.
    os._exit(0)


if __name__ == "__main__":
    main()
