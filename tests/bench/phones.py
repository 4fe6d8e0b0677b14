"""What a served table costs: how soon the other phones know, and how many tables one process holds.

In:  `python -m tests.bench.phones soon [ANSWERS]`, or `many [TABLES] [SECONDS]`.
Out: median and 95 % of the time from an answer to the last of the other phones, six seats; errors, answers and memory of a
     process with many tables, each with two people who think for a second and two bots.

The server is a process of its own, and so is this one; they share the machine, which is told with the figures.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx

from tests.web.browsing import Served
from tests.web.laying import some_answer


class Phone:
    """A scripted client: a cookie, an open stream, the last state and when it came."""

    def __init__(self, link: str):
        at, _, self.key = link.partition("#")
        self.path, self.state, self.came, self.count = at, {}, 0.0, 0
        base = "/".join(at.split("/")[:3])
        limits = httpx.Limits(max_connections=4)
        self.client = httpx.AsyncClient(headers={"origin": base}, timeout=None, limits=limits)

    async def sit(self, name: str = "") -> None:
        reply = await self.client.post(self.path + "sit", json={"key": self.key, "name": name})
        assert reply.status_code == 200, reply.text

    async def listen(self) -> None:
        async with self.client.stream("GET", self.path + "events") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    self.came, self.count = time.perf_counter(), self.count + 1
                    self.state = json.loads(line[6:])

    async def say(self, word: str, **sent) -> httpx.Response:
        return await self.client.post(self.path + word, json=sent)


async def seated(served: Served, table: int, people: int) -> tuple[Phone, list[Phone], list[asyncio.Task]]:
    host, phones = Phone(served.all[table, "host"]), [Phone(served.all[table, f"s{k}"]) for k in range(people)]
    for k, one in enumerate([host, *phones]):
        await one.sit(f"P{k}" if one is not host else "")
    streams = [asyncio.create_task(one.listen()) for one in [host, *phones]]
    return host, phones, streams


async def soon(served: Served, answers: int) -> None:
    host, phones, streams = await seated(served, 1, 6)
    assert (await host.say("start")).status_code == 200
    chance, times = Random(1), []
    await asyncio.sleep(1)
    while len(times) < answers:
        asked = next((one for one in phones if one.state.get("asked")), None)
        if asked is None:
            await asyncio.sleep(0.02)
            if host.state.get("phase") == "over":
                break
            continue
        question, others = asked.state["asked"], [one for one in phones if one is not asked]
        before = [one.count for one in others]
        began = time.perf_counter()
        await asked.say("answer", q=question["id"], **some_answer(question, chance))
        while time.perf_counter() - began < 1 and any(one.count == n for one, n in zip(others, before, strict=True)):
            await asyncio.sleep(0.001)
        told = [one.came - began for one, n in zip(others, before, strict=True) if one.count > n]
        if len(told) == len(others):
            times.append(max(told) * 1000)
        await asyncio.sleep(0.03)
    times.sort()
    print(f"six seats, {len(times)} answers: median {statistics.median(times):.0f} ms, "
          f"95 % {times[int(len(times) * 0.95)]:.0f} ms, most {times[-1]:.0f} ms")
    for one in streams:
        one.cancel()


async def thinks(phone: Phone, until: float, chance: Random, told: dict) -> None:
    while time.perf_counter() < until and phone.state.get("phase") != "over":
        asked = phone.state.get("asked")
        if not asked:
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(1)
        reply = await phone.say("answer", q=asked["id"], **some_answer(asked, chance))
        said = "taken" if reply.json().get("fine") else "late" if "late" in reply.json() else "refused"
        told[said if reply.status_code < 500 else "errors"] = told.get(said, 0) + 1
        await asyncio.sleep(0.2)


async def many(served: Served, tables: int, seconds: float) -> None:
    until, told, work, streams, began = 0.0, {}, [], [], time.perf_counter()
    for table in range(1, tables + 1):
        host, phones, open_ = await seated(served, table, 2)
        streams += open_
        for role in ("s2", "s3"):
            assert (await host.say("bot", role=role, bot="random")).status_code == 200
        assert (await host.say("start")).status_code == 200
        work += [(one, Random(table)) for one in phones]
    print(f"{tables} tables laid in {time.perf_counter() - began:.0f} s")
    until = time.perf_counter() + seconds
    await asyncio.gather(*(thinks(phone, until, chance, told) for phone, chance in work))
    assert served.process is not None
    status = Path(f"/proc/{served.process.pid}/status").read_text(encoding="utf-8")
    memory = int(next(line for line in status.split("\n") if line.startswith("VmHWM")).split()[1]) // 1024
    over = sum(1 for phone, _ in work if phone.state.get("phase") == "over")
    dead = sum(1 for one in streams if one.done())
    print(f"{tables} tables, {seconds:.0f} s: {told}, {over // 2} plays over, {dead} streams lost, {memory} MB at most")
    for one in streams:
        one.cancel()


def main(words: list[str]) -> None:
    """One of the two."""
    with tempfile.TemporaryDirectory() as folder:
        if words[:1] == ["many"]:
            tables, seconds = int(words[1]) if len(words) > 1 else 40, float(words[2]) if len(words) > 2 else 600.0
            served = Served(Path(folder), "mixtape", "--players", "4", "--tables", str(tables), "--port", "0").start()
            work = many(served, tables, seconds)
        else:
            served = Served(Path(folder), "tall_oaks", "--players", "6", "--port", "0", "--seed", "2").start()
            work = soon(served, int(words[1]) if len(words) > 1 else 200)
        try:
            asyncio.run(work)
        finally:
            served.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
