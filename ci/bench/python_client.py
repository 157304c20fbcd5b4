"""A client in the manner of the Python load generators: one coroutine for each stream, stamps after `await`.

python_client.py aiohttp|httpx PORT STREAMS WAVES
Prints one line of JSON, as the programs of tests/bench/client do (times in us).
"""
import asyncio
import json
import resource
import sys
import time

BODY = {"model": "m", "messages": [{"role": "user", "content": "x"}], "max_tokens": 100, "stream": True}


class Figures:
    def __init__(self):
        self.events, self.user, self.ttft = 0, [], []

    def line(self, data, now, sent_at, first, counted):
        chunk = json.loads(data)
        if "sent_ns" not in chunk:
            return
        self.events += 1
        if not counted:
            return
        self.user.append((now - chunk["sent_ns"]) / 1000)
        if first:
            self.ttft.append(((now - sent_at) - (chunk["sent_ns"] - chunk["received_ns"])) / 1000)


def at(values, q):
    values.sort()
    return values[int(q * (len(values) - 1))] if values else -1


async def stream_lines(lines, figures, sent_at, counted):
    first = True
    async for line in lines:
        now = time.monotonic_ns()
        text = line if isinstance(line, str) else line.decode()
        text = text.strip()
        if not text.startswith("data: ") or text == "data: [DONE]":
            continue
        figures.line(text[6:], now, sent_at, first, counted)
        first = False


async def with_aiohttp(url, streams, waves, figures):
    import aiohttp

    async def worker(session):
        for wave in range(waves):
            sent_at = time.monotonic_ns()
            async with session.post(url, json=BODY) as response:
                await stream_lines(response.content, figures, sent_at, wave > 0)

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=None)) as session:
        await asyncio.gather(*(worker(session) for _ in range(streams)))


async def with_httpx(url, streams, waves, figures):
    import httpx

    async def worker(client):
        for wave in range(waves):
            sent_at = time.monotonic_ns()
            async with client.stream("POST", url, json=BODY) as response:
                await stream_lines(response.aiter_lines(), figures, sent_at, wave > 0)

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(limits=limits, timeout=None) as client:
        await asyncio.gather(*(worker(client) for _ in range(streams)))


def main():
    library, port, streams, waves = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    figures = Figures()
    run = {"aiohttp": with_aiohttp, "httpx": with_httpx}[library]
    begun, cpu = time.monotonic(), time.process_time()
    asyncio.run(run(f"http://127.0.0.1:{port}/v1/chat/completions", streams, waves, figures))
    wall, cpu = time.monotonic() - begun, time.process_time() - cpu
    events = max(1, figures.events)
    print(json.dumps({
        "client": library, "events": figures.events, "events_per_s": round(figures.events / wall),
        "cpu_us_per_event": round(cpu * 1e6 / events, 3), "cpu_share": round(cpu / wall, 3),
        "user_p50": at(figures.user, 0.5), "user_p99": at(figures.user, 0.99), "kernel_p50": -1, "kernel_p99": -1,
        "ttft_p50": at(figures.ttft, 0.5), "ttft_p99": at(figures.ttft, 0.99), "start_p50": -1, "start_p99": -1,
        "rss_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


main()
