"""The page on which rules are written, over HTTP: files, the language server, what the rules mean, tables, figures.

In:  a Workroom: the project's files, the key of its link, and how a table is laid.
Out: routes for the application of `serve` (web/app.py), which looks at Host, Origin and the size of what is sent.

    GET  /edit/                     the page; without its cookie one that shows the key of the link
    POST /edit/enter                the key: a cookie
    POST /edit/files, read, save    the project's files; a file that has changed meanwhile is not written over
    POST /edit/variant, copy        a variant or a copy of the game is begun
    POST /edit/words, handout       what a file means, as blocks of a page
    POST /edit/table                a table to play at, with cookies for all its seats
    POST /edit/compare              figures of the game as it was and as it is
    GET  /edit/language             what the language server says, as server-sent events
    POST /edit/language/send        messages to it
"""

import asyncio
import json
import secrets
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from anyio import to_thread
from attrs import asdict, define, field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from interpreter.editor.beginning import begin, NoName, Taken
from interpreter.editor.folder import Changed, Folder, NotOurs, placed
from interpreter.editor.places import address
from interpreter.editor.told import handout_of, rulebook_of
from interpreter.limits import limits
from interpreter.pipeline import load
from interpreter.prose.page import Page
from interpreter.session.strategies import strategies_of
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.rules import Rules
from interpreter.web import keys
from interpreter.web.app import cookie_name, HEARTBEAT, joined, sent_object, Server
from interpreter.web.hosted import CannotBegin, Hosted
from interpreter.web.language import Language, NotForPages, PATIENCE

COOKIE = "edit"
MOST_PAGES = 4                                   # pages with a language server of their own
MOST_TABLES = 6                                  # tables at a time; the oldest is closed
MOST_PLAYS = 2000                                # of each side of a comparison
LONGEST = 120.0                                  # seconds of a comparison
NOT_YOURS = "this page is not open to you: open it by the link in the terminal"
STATIC = {"edit.js": ("static/elements.js", "static/edit.js"), "language.js": ("static/language.js",),
          "edit.css": ("static/edit.css",), "codemirror.js": ("codemirror/codemirror.js",)}


@define(eq=False)
class Workroom:
    """One project being edited. `lay` makes a table of a file, at the position of one of its scenarios, if one is named."""

    folder: Folder
    lay: Callable[[Path, str, int], Hosted]
    where: Path
    role: keys.Role = field(factory=lambda: keys.Role(several=True))
    languages: dict[str, Language] = field(factory=dict)
    comparing: asyncio.subprocess.Process | None = None
    laid: int = 0


async def end(room: Workroom) -> None:
    """Ends the processes that work for its pages."""
    languages = list(room.languages.values())
    for one in languages:
        one.close()
    if room.comparing is not None and room.comparing.returncode is None:
        room.comparing.kill()
        with suppress(TimeoutError):                         # its own processes end by themselves
            await asyncio.wait_for(room.comparing.wait(), PATIENCE)
    for one in languages:
        await one.gone()


def routes(room: Workroom) -> list[Route]:
    """All that the page needs."""
    posts = {"files": _files, "read": _read, "save": _save, "variant": _variant, "copy": _copy, "words": _words,
             "handout": _handout, "table": _table, "compare": _compare, "language/send": _send}
    made = [Route("/edit/", _with(room, _page)), Route("/edit/enter", _with(room, _enter), methods=["POST"]),
            Route("/edit/language", _with(room, _hear))]
    made += [Route(f"/edit/{name}", _static(name)) for name in STATIC]
    return made + [Route(f"/edit/{word}", _with(room, does), methods=["POST"]) for word, does in posts.items()]


def _with(room: Workroom, does):
    async def answer(request: Request) -> Response:
        return await does(room, request)

    return answer


def _static(name: str):
    kind = "text/css" if name.endswith(".css") else "text/javascript"

    async def answer(request: Request) -> Response:
        return Response(joined(*STATIC[name]), media_type=f"{kind}; charset=utf-8")

    return answer


# ------------------------------------------------------------------ who may


async def _enter(room: Workroom, request: Request) -> Response:
    """The key of the link is shown: a cookie in its place."""
    key = (await sent_object(request)).get("key")
    if not isinstance(key, str) or len(key) > 100 or not room.role.fits(key):
        raise HTTPException(403, "this link opens nothing here; the terminal has the one that does")
    made = JSONResponse({"fine": "it is open"})
    made.set_cookie(cookie_name(request, COOKIE), room.role.open(), path="/edit/", httponly=True, samesite="strict")
    return made


def _allowed(room: Workroom, request: Request) -> None:
    cookie = request.cookies.get(cookie_name(request, COOKIE), "")
    if not cookie or not room.role.knows(cookie):
        raise HTTPException(403, NOT_YOURS)


async def _asked(room: Workroom, request: Request, most: int = 0) -> dict:
    """What a page sends that may."""
    _allowed(room, request)
    return await sent_object(request, most) if most else await sent_object(request)


def _word(sent: dict, name: str, most: int = 300) -> str:
    value = sent.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise HTTPException(422, f"`{name}` is a word or some")
    return value


# ------------------------------------------------------------------ the page and its files


async def _page(room: Workroom, request: Request) -> Response:
    server: Server = request.app.state.server
    cookie, nonce = request.cookies.get(cookie_name(request, COOKIE), ""), secrets.token_urlsafe(16)
    if not cookie or not room.role.knows(cookie):
        made = server.page("edit.html", title="Rulewright", data="{}", nonce="", open=False, version=_version())
    else:
        facts = await to_thread.run_sync(_facts, room)
        inside = json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c")
        made = server.page("edit.html", title=room.folder.title, data=inside, nonce=nonce, open=True, version=_version())
    made.headers["content-security-policy"] = (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src data:; "
        "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    return made


def _version() -> str:
    return sha256(b"".join(joined(*paths) for paths in STATIC.values())).hexdigest()[:12]


def _facts(room: Workroom) -> dict:
    folder = room.folder
    files = [{"name": one.name, "uri": address(one.path), "sort": one.sort, "why_not": one.why_not} for one in folder.listed()]
    return {"title": folder.title, "game": folder.game.stem, "root": address(folder.home), "files": files,
            "opened": folder.name_of(folder.opened) or folder.game.name, "scenarios": folder.scenario_files(),
            "where": "variants" if _begins_in(folder) != folder.own else str(folder.own)}


async def _files(room: Workroom, request: Request) -> Response:
    await _asked(room, request)
    return JSONResponse(await to_thread.run_sync(_facts, room))


async def _read(room: Workroom, request: Request) -> Response:
    name = _word(await _asked(room, request), "file")
    try:
        text, mark = await to_thread.run_sync(room.folder.read, name)
    except NotOurs as error:
        raise HTTPException(404, str(error)) from None
    return JSONResponse({"text": text, "mark": mark})


async def _save(room: Workroom, request: Request) -> Response:
    most = limits().file * 2 + 10_000                        # as JSON it may be longer than in the file
    sent = await _asked(room, request, most)
    name, text, was = _word(sent, "file"), _word(sent, "text", most), _word(sent, "was")
    try:
        mark = await to_thread.run_sync(room.folder.write, name, text, was)
    except NotOurs as error:
        raise HTTPException(403, str(error)) from None
    except Changed as news:
        return JSONResponse({"changed": True, "text": news.text, "mark": news.mark}, 409)
    except UnicodeEncodeError:
        raise HTTPException(422, "that is no text") from None
    return JSONResponse({"mark": mark})


def _begins_in(folder: Folder) -> Path:
    """Where variants begin: beside the game, where they are found by name, or in the folder of one's own."""
    return folder.own if folder.why_not(folder.game) else folder.home / "variants"


async def _variant(room: Workroom, request: Request) -> Response:
    sent = await _asked(room, request)
    name, title, of = _word(sent, "name", 60), _word(sent, "title", 120), _word(sent, "of")

    def begun() -> Path:
        rules = _rules_of(room, of or room.folder.game.name)
        if isinstance(rules, list):
            raise Taken(f"{of or room.folder.game.name} has mistakes; mend them first")
        return begin(rules, name, title, _begins_in(room.folder))

    try:
        path = await to_thread.run_sync(begun)
    except (NoName, Taken, NotOurs) as error:
        raise HTTPException(422, str(error)) from None
    return JSONResponse({"file": room.folder.name_of(path), **await to_thread.run_sync(_facts, room)})


async def _copy(room: Workroom, request: Request) -> Response:
    await _asked(room, request)
    try:
        target = await to_thread.run_sync(room.folder.copy)
    except NotOurs as error:
        raise HTTPException(422, str(error)) from None
    return JSONResponse({"folder": str(target), "command": f"rulewright edit {target.name}"})


# ------------------------------------------------------------------ what it means


def _rules_of(room: Workroom, name: str) -> Rules | list[Diagnostic]:
    """The rules that a file belongs to: a variant's own, else the game's."""
    report = Report()
    rules = load(str(_whole(room, name)), report)
    return rules if rules is not None and report.ok else report.errors


def _whole(room: Workroom, name: str) -> Path:
    """The variant that a file is, or the game."""
    path = room.folder.path_of(name)
    sort = next((one.sort for one in room.folder.listed() if one.path == path), "")
    if not sort:
        raise NotOurs("there is no such file here")
    return path if sort == "variant" else room.folder.game


async def _told(room: Workroom, request: Request, tell: Callable[[Path], Page | list[Diagnostic]]) -> Response:
    name = _word(await _asked(room, request), "file")
    try:
        page = await to_thread.run_sync(lambda: tell(_whole(room, name)))
    except NotOurs as error:
        raise HTTPException(404, str(error)) from None
    if isinstance(page, Page):
        return JSONResponse({"blocks": [asdict(block) for block in page.blocks]})
    return JSONResponse({"mistakes": [placed(one) for one in page[:20]]})


async def _words(room: Workroom, request: Request) -> Response:
    return await _told(room, request, rulebook_of)


async def _handout(room: Workroom, request: Request) -> Response:
    return await _told(room, request, handout_of)


# ------------------------------------------------------------------ tables


async def _table(room: Workroom, request: Request) -> Response:
    sent, server = await _asked(room, request), request.app.state.server
    name, title = _word(sent, "file"), _word(sent, "scenario", 500)
    try:
        room.laid += 1
        whole = await to_thread.run_sync(_whole, room, name)
        path = room.folder.path_of(name) if title else whole
        table = await to_thread.run_sync(room.lay, path, title, room.laid)
    except (NotOurs, CannotBegin) as error:
        raise HTTPException(422, str(error)) from None
    for old in server.tables.add(table, MOST_TABLES):
        await to_thread.run_sync(old.finish)
    asked = [role for role in table.roles if role.startswith("s") and table.question(table.seat_of(role)) is not None]
    seats = [{"role": f"s{k}", "name": called} for k, called in enumerate(table.names)]
    made = JSONResponse({"number": table.number, "seats": seats, "asked": asked})
    for role, one in table.roles.items():
        _, _, cookie = table.sit(role, one.link, "")
        made.set_cookie(cookie_name(request, table.number, role), cookie, path=f"/t/{table.number}/{role}/", httponly=True,
                        samesite="strict")
    return made


# ------------------------------------------------------------------ figures


async def _compare(room: Workroom, request: Request) -> Response:
    """The command `compare` in a process of its own; a newer one ends an older."""
    sent = await _asked(room, request)
    name, by, plays = _word(sent, "file"), _word(sent, "by"), sent.get("plays")
    if type(plays) is not int or not 2 <= plays <= MOST_PLAYS:
        raise HTTPException(422, f"from 2 to {MOST_PLAYS} plays")
    try:
        rules = await to_thread.run_sync(_rules_of, room, name)
    except NotOurs as error:
        raise HTTPException(404, str(error)) from None
    if isinstance(rules, list):
        return JSONResponse({"mistakes": [placed(one) for one in rules[:20]]})
    words = _sides(room, rules)
    if words is None:
        raise HTTPException(409, "the game as it was could not be kept, so there is nothing to compare with")
    if not by:
        return JSONResponse({"who": ["random", "first", *strategies_of(rules, Report())]})
    status, out, err = await _run(room, [*words, "--games", str(plays), "--course", "0", "--by", by, "--json"])
    with suppress(ValueError):
        return JSONResponse({"figures": json.loads(out)})
    raise HTTPException(409, err.strip() or f"the comparison has ended with {status}")


def _sides(room: Workroom, rules: Rules) -> list[str] | None:
    """What is compared with what, as words of a command line: a variant with what it is of, a game with what it was."""
    variants = rules.named_variants()
    if variants:
        both = [word for name in variants[:-1] for word in ("--both", name)]
        return [str(rules.path), "--with", variants[-1], *both]
    return [str(room.folder.before), "--with", str(rules.path)] if room.folder.before is not None else None


async def _run(room: Workroom, words: list[str]) -> tuple[int | None, str, str]:
    if room.comparing is not None and room.comparing.returncode is None:
        room.comparing.kill()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "interpreter", "compare", *words, cwd=room.where, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    room.comparing = process
    try:
        out, err = await asyncio.wait_for(process.communicate(), LONGEST)
    except TimeoutError:
        raise HTTPException(409, f"it took longer than {LONGEST:.0f} seconds; ask for fewer plays") from None
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")


# ------------------------------------------------------------------ the language server


async def _hear(room: Workroom, request: Request) -> Response:
    _allowed(room, request)
    return StreamingResponse(_heard(room), media_type="text/event-stream")


async def _heard(room: Workroom) -> AsyncIterator[bytes]:
    language, name = Language(room.where, room.folder.holds), keys.fresh()
    room.languages[name] = language
    for old in list(room.languages)[:-MOST_PAGES]:
        room.languages.pop(old).close()
    try:
        await language.start()
        yield b"event: begun\ndata: " + json.dumps(name).encode() + b"\n\n"
        async for message in language.heard(HEARTBEAT):
            yield b":\n\n" if message is None else b"data: " + message.replace(b"\n", b" ") + b"\n\n"
        yield b"event: ended\ndata: {}\n\n"
    finally:
        room.languages.pop(name, None)
        language.close()


async def _send(room: Workroom, request: Request) -> Response:
    sent = await _asked(room, request, limits().file * 2 + 10_000)
    language, messages = room.languages.get(_word(sent, "session")), sent.get("messages")
    if language is None:
        raise HTTPException(410, "the language server has ended")
    if not isinstance(messages, list):
        raise HTTPException(422, "send messages")
    try:
        await language.send(messages)
    except NotForPages as error:
        raise HTTPException(422, str(error)) from None
    return JSONResponse({"fine": len(messages)})
