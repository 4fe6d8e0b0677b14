"""The pages of a server of tables over HTTP: who may open what, what a page may send, and the events it hears.

In:  tables (web/tables.py, web/hosted.py), the names under which this server may be reached.
Out: an ASGI application. Everything wrong is answered with a status and a sentence.

    GET  /                          which tables there are
    GET  /t/1/s0/                   a seat's page (or host/, table/): without its cookie one that asks for the link's key
    POST /t/1/s0/sit                the key of the link: a cookie
    GET  /t/1/s0/events             the state now and after each change, as server-sent events
    POST /t/1/s0/answer, why, ...   what a page asks or says, as JSON

A page gets its state in the page itself, so the first look takes two requests: this one, and the script's.
"""

import asyncio
import gzip
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from pathlib import Path

import jinja2
import segno
from anyio import to_thread
from attrs import define, field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from interpreter.web.hosted import CannotBegin, HOST, Hosted, Reply, TABLE
from interpreter.web.tables import Tables

HERE = Path(__file__).parent
MOST_BYTES = 16_384                              # of what a page sends
HEARTBEAT = 20.0                                 # seconds after which a silent stream says that it is there
MOST_STREAMS = 8                                 # pages of one role that are told of changes
SAFE = [
    (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"), (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"), (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
WRONG_SEAT = "this page is not open to you: open the seat's own link, or scan its code again"


def joined(*names: str) -> bytes:
    """Files of this room, one behind the other, as one answer."""
    return b"".join((HERE / name).read_bytes() for name in names)


@define(eq=False)
class Server:
    """All tables of one process. `hosts` are the names by which it may be called, empty for any."""

    tables: Tables
    hosts: frozenset[str]
    framed: bool = False                         # may another page of this server show a table in a frame?
    style: str = field(init=False)
    script: bytes = field(init=False)
    packed: bytes = field(init=False)            # the script, compressed: the same for all, so its length tells nothing
    pages: jinja2.Environment = field(init=False)
    streams: dict[tuple[int, str], list[asyncio.Event]] = field(factory=dict)
    loop: asyncio.AbstractEventLoop | None = None

    def __attrs_post_init__(self):
        self.style = (HERE / "static" / "page.css").read_text(encoding="utf-8")
        self.script = joined("static/elements.js", "static/page.js")
        self.packed = gzip.compress(self.script, mtime=0)
        self.pages = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True)
        self.tables.changed = self.tell

    # ---------------------------------------------------------------- telling

    def tell(self, number: int) -> None:
        """Wakes every page of a table; may be called from any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._wake, number)

    def _wake(self, number: int) -> None:
        for (table, _), events in self.streams.items():
            if table == number:
                for one in events:
                    one.set()

    def end(self) -> None:
        """Every page hears that there is nothing more to come."""
        for events in self.streams.values():
            waiting = list(events)
            events.clear()
            for one in waiting:
                one.set()

    async def heard(self, table: Hosted, role: str, cookie: str) -> AsyncIterator[bytes]:
        """The states of a role, each only if it is another than the one before."""
        self.loop = asyncio.get_running_loop()
        event, said = asyncio.Event(), b""
        waiting = self.streams.setdefault((table.number, role), [])
        waiting.append(event)
        for old in waiting[:-MOST_STREAMS]:
            waiting.remove(old)
        await to_thread.run_sync(table.came, role, 1)
        try:
            while event in waiting:
                event.clear()
                if not await to_thread.run_sync(table.may, role, cookie):
                    yield b"event: moved\ndata: {}\n\n"
                    return
                state = await to_thread.run_sync(table.state_bytes, role)
                if state != said:
                    said = state
                    yield b"data: " + state + b"\n\n"
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b":\n\n"
        finally:
            if event in waiting:
                waiting.remove(event)
            await to_thread.run_sync(table.came, role, -1, abandon_on_cancel=True)

    # ---------------------------------------------------------------- pages

    def policy(self) -> bytes:
        """What a page may load: its own script, its own style, and nothing else."""
        digest = b64encode(sha256(self.style.encode()).digest()).decode()
        return (f"default-src 'none'; script-src 'self'; style-src 'sha256-{digest}'; connect-src 'self'; img-src data:; "
                f"base-uri 'none'; form-action 'none'; frame-ancestors '{'self' if self.framed else 'none'}'").encode()

    def page(self, template: str, **values) -> Response:
        """A page from its template."""
        text = self.pages.get_template(template).render(style=self.style, **values)
        return Response(text, media_type="text/html; charset=utf-8")


def _table_of(request: Request) -> tuple[Server, Hosted, str]:
    server: Server = request.app.state.server
    number, role = request.path_params["table"], request.path_params["role"]
    table = server.tables.laid.get(int(number)) if number in map(str, server.tables.laid) else None
    if table is None or role not in table.roles:
        raise HTTPException(404, "there is no such table, or no such seat at it")
    return server, table, role


def cookie_name(request: Request, *words: object) -> str:
    """What a cookie is called: a browser keeps those of all ports of a machine together, and several servers may run there."""
    return "_".join(map(str, ("rulewright", request.url.port or 0, *words)))


async def _allowed(request: Request, table: Hosted, role: str) -> str:
    """The cookie, if it opens this role."""
    cookie = request.cookies.get(cookie_name(request, table.number, role), "")
    if not cookie or not await to_thread.run_sync(table.may, role, cookie):
        raise HTTPException(403, WRONG_SEAT)
    return cookie


async def sent_object(request: Request, most: int = MOST_BYTES) -> dict:
    """What a page sends: an object in JSON, not too large, from a page of this server."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "send JSON")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413, f"that is more than {most} bytes")
    try:
        sent = json.loads(body)
        json.dumps(sent, ensure_ascii=False).encode()            # half a sign can be sent, and can be shown to nobody
    except (ValueError, RecursionError):
        raise HTTPException(400, "that is no JSON") from None
    if not isinstance(sent, dict):
        raise HTTPException(400, "send an object")
    return sent


async def front(request: Request) -> Response:
    """Which tables there are."""
    server: Server = request.app.state.server
    return server.page("front.html", tables=[(one.number, one.title) for one in server.tables.laid.values()])


async def role_page(request: Request) -> Response:
    """The page of a role, with its state in it; or the one that takes the key of a link."""
    server, table, role = _table_of(request)
    cookie = request.cookies.get(cookie_name(request, table.number, role), "")
    if not cookie or not await to_thread.run_sync(table.may, role, cookie):
        name = table.names[int(role[1:])] if role.startswith("s") else ""
        facts = {"title": table.title, "role": role, "fixed": _fixed(table, role), "name": name}
        return server.page("sit.html", **facts, script=_version(server))
    state = await to_thread.run_sync(table.state_bytes, role)
    scene = await to_thread.run_sync(table.scene)
    inside = json.dumps({"state": json.loads(state), "scene": scene}, ensure_ascii=False, separators=(",", ":"))
    return server.page("page.html", title=table.title, data=inside.replace("<", "\\u003c"), role=role, script=_version(server))


def _fixed(table: Hosted, role: str) -> bool:
    """Can no name be typed for this role?"""
    return not role.startswith("s") or table.begun is not None or int(role[1:]) >= len(table.names) - table.fixed


def _version(server: Server) -> str:
    return sha256(server.script).hexdigest()[:12]


async def script(request: Request) -> Response:
    """The one script of all pages."""
    server: Server = request.app.state.server
    packs = "gzip" in request.headers.get("accept-encoding", "")
    head = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if packs else {})}
    return Response(server.packed if packs else server.script, media_type="text/javascript; charset=utf-8", headers=head)


async def sit(request: Request) -> Response:
    """The key of a link is shown: a cookie in its place."""
    _, table, role = _table_of(request)
    sent = await sent_object(request)
    key, name = sent.get("key"), sent.get("name", "")
    if not isinstance(key, str) or not isinstance(name, str) or len(key) > 100 or len(name) > 100:
        raise HTTPException(422, "send the key of a link, and a name")
    status, said, cookie = await to_thread.run_sync(table.sit, role, key, name)
    made = JSONResponse(said, status)
    if cookie:
        made.set_cookie(cookie_name(request, table.number, role), cookie, path=f"/t/{table.number}/{role}/", httponly=True,
                        samesite="strict", max_age=60 * 60 * 24 * 30, secure=_encrypted(request))
    return made


def _encrypted(request: Request) -> bool:
    """Does a page come by TLS, as a web server in front of this one says? It concerns whoever asks alone."""
    return "https" in (request.headers.get("x-forwarded-proto"), request.url.scheme)


async def events(request: Request) -> Response:
    """The states of a role, as they change."""
    server, table, role = _table_of(request)
    cookie = await _allowed(request, table, role)
    return StreamingResponse(server.heard(table, role, cookie), media_type="text/event-stream")


async def state(request: Request) -> Response:
    """The state now."""
    _, table, role = _table_of(request)
    await _allowed(request, table, role)
    scene = await to_thread.run_sync(table.scene)
    inside = await to_thread.run_sync(table.state_bytes, role)
    head = json.dumps(scene, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(b'{"scene":' + head + b',"state":' + inside + b"}", media_type="application/json")


async def home(request: Request) -> Response:
    """The `.play`, once the play is over."""
    _, table, role = _table_of(request)
    await _allowed(request, table, role)
    text = await to_thread.run_sync(table.play_text)
    if text is None:
        raise HTTPException(409, "the play can be taken home when it is over")
    head = {"content-disposition": 'attachment; filename="evening.play"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=head)


def links(table: Hosted, base: str) -> Reply:
    """The links of all roles, with their codes as rows of squares."""
    made = []
    for role, one in table.roles.items():
        url = f"{base}/t/{table.number}/{role}/#{one.link}"
        rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(url, error="m").matrix]
        made.append({"role": role, "url": url, "code": rows})
    return 200, {"links": made}


# ------------------------------------------------------------------ what pages send


def _word(sent: dict, name: str) -> str:
    value = sent.get(name)
    return value if isinstance(value, str) else ""


SEAT_SAYS: dict[str, Callable[[Hosted, str, dict], Reply]] = {
    "answer": lambda table, role, sent: table.answer(role, sent),
    "why": lambda table, role, sent: table.why(role, sent),
    "rule": lambda table, role, sent: table.rule(role, sent),
    "agree": lambda table, role, sent: table.agree(role, sent.get("yes") is True),
}
ANYBODY_SAYS: dict[str, Callable[[Hosted, str, dict], Reply]] = {
    "story": lambda table, role, sent: table.whole_story(role),
    "score": lambda table, role, sent: table.score(role),
}
PLAYERS_SAY: dict[str, Callable[[Hosted, str, dict], Reply]] = {
    "chance": lambda table, role, sent: table.name_chance(role, sent),
    "undo": lambda table, role, sent: table.undo(role, sent.get("further") is True),
    "fix": lambda table, role, sent: table.fix(role, sent.get("line"), sent.get("value")),
}
HOST_SAYS: dict[str, Callable[[Hosted, str, dict], Reply]] = {
    "start": lambda table, role, sent: table.start(),
    "bot": lambda table, role, sent: table.seat_bot(_word(sent, "role"), _word(sent, "bot")),
    "renew": lambda table, role, sent: table.renew(_word(sent, "role")),
    "finish": lambda table, role, sent: table.finish(),
}


def _says(role: str) -> dict[str, Callable[[Hosted, str, dict], Reply]]:
    if role == TABLE:
        return ANYBODY_SAYS
    return ANYBODY_SAYS | PLAYERS_SAY | (HOST_SAYS if role == HOST else SEAT_SAYS)


async def said(request: Request) -> Response:
    """Something that a page asks or says."""
    server, table, role = _table_of(request)
    await _allowed(request, table, role)
    word, sent = request.path_params["word"], await sent_object(request)
    if word == "links" and role == HOST:
        status, told = links(table, f"{'https' if _encrypted(request) else 'http'}://{request.headers['host']}")
        return JSONResponse(told, status)
    if word == "another" and role == HOST:
        status, told = await to_thread.run_sync(server.tables.another, sent.get("people"))
        return JSONResponse(told, status)
    does = _says(role).get(word)
    if does is None:
        raise HTTPException(404, "nothing of that name can be said here")
    try:
        status, told = await to_thread.run_sync(does, table, role, sent)
    except CannotBegin as error:
        raise HTTPException(409, str(error)) from None
    return JSONResponse(told, status)


# ------------------------------------------------------------------ around all of it


class Guard:
    """Around the application: Host and Origin, headers that keep pages to themselves, and no traceback for anybody."""

    def __init__(self, app, server: Server):
        self.app, self.server = app, server
        self.policy = b"content-security-policy", server.policy()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def safe(message) -> None:
            if message["type"] == "http.response.start":
                own = any(name == self.policy[0] for name, _ in message["headers"])
                message["headers"] = [*message["headers"], *SAFE, *([] if own else [self.policy])]
            await send(message)

        trouble = self._trouble(scope)
        if trouble is not None:
            await _answer(trouble[0], trouble[1])(scope, receive, safe)
            return
        await self.app(scope, receive, safe)

    def _trouble(self, scope: Scope) -> tuple[int, str] | None:
        said: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            said.setdefault(name, []).append(value)
        host = said.get(b"host", [b""])
        if len(host) != 1 or self.server.hosts and host[0].decode("latin-1").lower() not in self.server.hosts:
            return 421, "this server is not called so"
        if scope["method"] not in ("GET", "HEAD"):
            origin = said.get(b"origin", [b""])
            allowed = [scheme + host[0].lower() for scheme in (b"http://", b"https://")]
            if len(origin) != 1 or origin[0].lower() not in allowed:
                return 403, "this comes from another page"
        return None


def _answer(status: int, words: str) -> Response:
    return JSONResponse({"error": words}, status)


async def _sentence(request: Request, error: Exception) -> Response:
    """A status and a sentence."""
    if isinstance(error, HTTPException):
        words = error.detail if error.detail != "Not Found" else "there is nothing here"
        plain = PlainTextResponse(f"{words}\n", error.status_code)
        return _answer(error.status_code, words) if request.method == "POST" else plain
    return _answer(500, "something has gone wrong here; nothing is lost")


def application(tables: Tables, hosts: Sequence[str] = (), more: Sequence[Route] = ()) -> Guard:
    """The application for some tables, reached by these names (with their ports); `more` are routes of another page, which
    shows tables in a frame."""
    server = Server(tables, frozenset(one.lower() for one in hosts), bool(more))
    handlers = {HTTPException: _sentence, Exception: _sentence}
    routes = [
        *more, Route("/", front), Route("/page.js", script),
        Route("/t/{table}/{role}/", role_page), Route("/t/{table}/{role}/state", state),
        Route("/t/{table}/{role}/events", events), Route("/t/{table}/{role}/evening.play", home),
        Route("/t/{table}/{role}/sit", sit, methods=["POST"]),
        Route("/t/{table}/{role}/{word}", said, methods=["POST"]),
    ]
    made = Starlette(routes=routes, exception_handlers=handlers)
    made.router.redirect_slashes = False
    made.state.server = server
    return Guard(made, server)
