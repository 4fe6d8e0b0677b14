"""The server as a process: what it says, who is slow, several tables, an end by Ctrl-C."""

import http.client
import resource
import signal
import socket

from interpreter.web.server import local_address, names_of, who_can_reach
from tests.cli.running import run
from tests.web.browsing import Served

MANY = 1000


def page(served: Served, path: str = "/") -> tuple[int, str]:
    """A page, by a connection of its own."""
    port = int(served.links["host"].split(":")[2].split("/")[0])
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    asking.request("GET", path)
    reply = asking.getresponse()
    said = reply.status, reply.read().decode()
    asking.close()
    return said


def test_a_thousand_slow_ones_keep_nobody_out(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard if hard > 0 else 4096, 4096)), hard))
    served = Served(tmp_path, "nim", "--players", "2", "--port", "0").start()
    slow = []
    try:
        port = int(served.links["host"].split(":")[2].split("/")[0])
        for _ in range(MANY):
            one = socket.create_connection(("127.0.0.1", port), timeout=20)
            one.sendall(b"GET /t/1/s0/ HTTP/1.1\r\nHost: 127.0.0.1")
            slow.append(one)
        later, body = (socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(2))
        slow += [later, body]
        later.sendall(f"GET /page.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nGET /".encode())
        body.sendall(f"POST /t/1/s0/sit HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                     "Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{".encode())
        status, text = page(served)
        assert status == 200 and "A table is set here" in text
        for one in (slow[0], later, body):                   # whoever is too slow is sent away, with a later one or a body, too
            one.settimeout(30)
            said = b""
            while part := one.recv(10000):
                said += part
            assert said.startswith(b"HTTP/1.1 200") if one is later else said == b""
    finally:
        for one in slow:
            one.close()
        served.kill()


def test_several_tables_have_links_and_files_of_their_own(tmp_path):
    record = str(tmp_path / "evening.play")
    served = Served(tmp_path, "nim", "--players", "2", "--port", "0", "--tables", "3", "--record", record).start()
    try:
        links = {served.all[number, role] for number in (1, 2, 3) for role in ("host", "table", "s0", "s1")}
        assert len(links) == 12
        assert "Table 3: Nim" in page(served)[1]
        assert served.process is not None
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(timeout=20) == 0
    finally:
        served.kill()


def test_the_command_says_what_does_not_go_together(tmp_path):
    kept = tmp_path / "evening.play"
    kept.write_text("game nim\nplayers Ann, Bo\n", encoding="utf-8")
    for words, said in (
        (["serve"], "say which game"),
        (["serve", "nim", "--resume", str(kept), "--players", "2"], "keeps its players"),
        (["serve", "nim", "--port", "70000"], "70000"),
        (["serve", "nim", "--host", "203.0.113.7"], "cannot be served"),
        (["serve", "no_such_game"], "no_such_game"),
    ):
        made = run(*words)
        assert made.exit_code in (1, 2) and said in made.output, (words, made.output)


def test_who_can_reach_it_is_told():
    assert "Only this machine" in who_can_reach("127.0.0.1")
    assert "Everybody in your local network" in who_can_reach("192.0.2.5")
    assert names_of("127.0.0.1", 8737, ["table.example.org"]) == [
        "127.0.0.1:8737", "127.0.0.1:8737", "localhost:8737", "table.example.org"]
    assert local_address().count(".") == 3
