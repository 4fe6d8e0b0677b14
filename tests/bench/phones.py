"""What a served table costs: how soon the other phones know, and how many tables one process holds.

In:  `python -m tests.bench.phones soon [ANSWERS]`, `work [GAME] [PEOPLE]`, `many [TABLES] [SECONDS] [PEOPLE]
     [GAME]` or `first`.
Out: median and 95 % of the time from an answer to the last of the other phones, six seats; the processor's time
     of an answer and of all that the pages are then told; errors, answers, memory and
     processor time of a process with many tables of four, of whom so many are people who think for a second, the others bots;
     of three browsers how long it takes from the command to the first question, and what the first look at a seat loads.

The server is a process of its own, and so is this one; they share the machine, which is told with the figures.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx

from interpreter.session.transcript import read_file
from interpreter.text.diagnostic import Report
from tests.web.browsing import browser, Served, sit
from tests.web.law_of_bytes import begin
from tests.web.laying import laid, some_answer


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
    done = ""
    while time.perf_counter() < until and phone.state.get("phase") != "over":
        asked = phone.state.get("asked")
        if not asked or asked["id"] == done:
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(1)
        reply = await phone.say("answer", q=asked["id"], **some_answer(asked, chance))
        said = "taken" if reply.json().get("fine") else "late" if "late" in reply.json() else "refused"
        said = said if reply.status_code < 500 else "errors"
        told[said], done = told.get(said, 0) + 1, asked["id"] if said in ("taken", "late") else ""


async def many(served: Served, tables: int, seconds: float, people: int) -> None:
    until, told, work, streams, began = 0.0, {}, [], [], time.perf_counter()
    for table in range(1, tables + 1):
        host, phones, open_ = await seated(served, table, people)
        streams += open_
        for role in (f"s{k}" for k in range(people, 4)):
            assert (await host.say("bot", role=role, bot="random")).status_code == 200
        assert (await host.say("start")).status_code == 200
        work += [(one, Random(table)) for one in phones]
    assert served.process is not None
    print(f"{tables} tables laid in {time.perf_counter() - began:.0f} s", flush=True)
    used, began = _processor(served.process.pid), time.perf_counter()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(thinks(phone, until, chance, told) for phone, chance in work))
    used, lasted = _processor(served.process.pid) - used, time.perf_counter() - began
    kept = sum(_answers(path) for path in served.folder.rglob("*.play"))
    status = Path(f"/proc/{served.process.pid}/status").read_text(encoding="utf-8")
    memory = int(next(line for line in status.split("\n") if line.startswith("VmHWM")).split()[1]) // 1024
    over = sum(1 for phone, _ in work if phone.state.get("phase") == "over")
    dead = sum(1 for one in streams if one.done())
    print(f"{tables} tables with {people} people each, {lasted:.0f} s: {told}, {kept} answers in the files, "
          f"{over // people} plays over, {dead} streams lost, {memory} MB at most, {used:.0f} s of a processor")
    for one in streams:
        one.cancel()


def _processor(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _answers(play: Path) -> int:
    """How many answers stand in a file."""
    record = read_file(play, Report())
    return sum(1 for row in record.rows if row.kind == "answer") if record is not None else 0


def first(folder: Path) -> None:
    """Three browsers, from the command to the first question; then what one of them loads when it looks again."""
    began = time.perf_counter()
    served = Served(folder, "mixtape", "--players", "3", "--port", "0", "--seed", "1").start()
    try:
        with browser() as opened:
            host, seats = sit(opened, served.links["host"]), [sit(opened, served.links[f"s{k}"], f"P{k}") for k in range(3)]
            host.click("button[data-k=start]")
            for page in seats:
                page.wait_for_selector("section.asked button[data-k=send]")
            print(f"three browsers have their first question {time.perf_counter() - began:.0f} s after the command")
            loaded: list[tuple[str, int]] = []
            seats[0].on("requestfinished",
                        lambda one: loaded.append((one.url.rpartition("/")[2], one.sizes()["responseBodySize"])))
            seats[0].reload()
            seats[0].wait_for_selector("section.asked")
            seats[0].wait_for_timeout(500)
            print(f"the first look: {len(loaded)} requests, {sum(size for _, size in loaded)} bytes: {loaded}")
    finally:
        served.kill()


def work(folder: Path, game: str, people: int, answers: int = 200) -> None:
    """One answer after the other, and the states of all pages after each, in this process."""
    table, chance, given, spent = laid(folder / "work.play", game, people, seed=2), Random(1), 0, [0.0, 0.0]
    begin(table)
    while given < answers and table.state("host")["phase"] == "playing":
        role = next(one for one in table.roles if one.startswith("s") and table.question(table.seat_of(one)))
        asked = table.state(role)["asked"]
        times = [time.process_time()]
        table.answer(role, {"q": asked["id"], **some_answer(asked, chance)})
        times.append(time.process_time())
        for one in table.roles:
            table.state_bytes(one)
        times.append(time.process_time())
        given, spent = given + 1, [spent[k] + times[k + 1] - times[k] for k in range(2)]
    print(f"{game}, {people} seats, {given} answers, ms of a processor: {spent[0] / given * 1000:.1f} for an answer, "
          f"{spent[1] / given * 1000:.1f} for what all {len(table.roles)} pages are told")


def main(words: list[str]) -> None:
    """One of the four."""
    with tempfile.TemporaryDirectory() as folder:
        if words[:1] == ["first"]:
            first(Path(folder))
            return
        if words[:1] == ["work"]:
            work(Path(folder), words[1] if len(words) > 1 else "tall_oaks", int(words[2]) if len(words) > 2 else 6)
            return
        if words[:1] == ["many"]:
            tables, seconds = int(words[1]) if len(words) > 1 else 40, float(words[2]) if len(words) > 2 else 600.0
            game = words[4] if len(words) > 4 else "mixtape"
            served = Served(Path(folder), game, "--players", "4", "--tables", str(tables), "--port", "0").start()
            job = many(served, tables, seconds, int(words[3]) if len(words) > 3 else 4)
        else:
            served = Served(Path(folder), "tall_oaks", "--players", "6", "--port", "0", "--seed", "2").start()
            job = soon(served, int(words[1]) if len(words) > 1 else 200)
        try:
            asyncio.run(job)
        finally:
            served.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
