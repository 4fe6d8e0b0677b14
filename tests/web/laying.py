"""Tables for tests: laid as `serve` lays them, in this process, and people who answer by what their page shows.

In:  the words of `serve`'s command line, as far as they lay a table.
Out: a Hosted table; a `Person`, who speaks with the application over HTTP without a network.
"""

from pathlib import Path
from random import Random

import httpx

from interpreter.cli.arguments import chosen_data, chosen_options, opened
from interpreter.cli.commands.serve import lay_table
from interpreter.cli.seats import company
from interpreter.variant.stack import Asked
from interpreter.web.app import application
from interpreter.web.hosted import Hosted
from interpreter.web.tables import Tables

BASE = "http://table.test"


def laid(
    path: Path, game: str, players: int | None = None, names: str | None = None, seats=(), seed: int | None = 1, chances=(),
    pairs=(), number: int = 1,
) -> Hosted:
    """A table as `serve` lays it."""
    asked = Asked(game)
    rules = opened(asked, players)
    at = company(rules, players, names, tuple(seats))
    made = chosen_options(rules, tuple(pairs)), chosen_data(rules, ())
    return lay_table(rules, asked, at, number, seed, tuple(chances), made, path)


def app_of(*tables: Hosted):
    """The application for some tables."""
    return application(Tables({one.number: one for one in tables}), ["table.test"])


class Person:
    """One phone: its cookies, and the role it opens."""

    def __init__(self, app, table: Hosted, role: str):
        self.table, self.role = table, role
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=BASE, headers={"origin": BASE})
        self.path = f"/t/{table.number}/{role}/"

    async def sit(self, name: str = "", key: str | None = None) -> httpx.Response:
        """Shows the key of the link."""
        return await self.say("sit", key=self.table.roles[self.role].link if key is None else key, name=name)

    async def say(self, word: str, **sent) -> httpx.Response:
        """Sends something."""
        return await self.client.post(self.path + word, json=sent)

    async def state(self) -> dict:
        """What the page shows now."""
        return (await self.client.get(self.path + "state")).json()["state"]

    async def answer(self, asked: dict, chance: Random) -> httpx.Response:
        """Answers a question somehow."""
        return await self.say("answer", q=asked["id"], **some_answer(asked, chance))


def some_answer(asked: dict, chance: Random) -> dict:
    """Something that can be tapped, and is likely to be allowed."""
    count = len(asked["items"])
    match asked["sort"]:
        case "one":
            return {"option": chance.randrange(count)}
        case "order":
            return {"items": chance.sample(range(count), count)}
        case "some":
            return {"items": sorted(chance.sample(range(count), chance.randint(asked["least"], asked["most"])))}
    left, parts = chance.sample(range(count), count), []
    for part in asked["parts"]:
        parts.append(sorted(left[:part["least"]]))
        left = left[part["least"]:]
    for part, made in zip(asked["parts"], parts, strict=True):
        more = part["most"] - part["least"]
        made += left[:more]
        left = left[more:]
    return {"parts": parts}
