"""A module that is ready to run, in this process, by wasmtime.

In:  a Module.
Out: Instance: its functions and its memory. Missing says that there is no wasmtime here; Stopped that the module has given up,
     and that the reference engine has to carry on from the position before.

Only this file knows wasmtime, which is imported when the first module is made ready.
"""

import ctypes
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import define, field

from interpreter.core.derived import derived
from interpreter.engine.compiled import kept, memory_layout as lay
from interpreter.engine.compiled.module import Module, write
from interpreter.ir.model import Spec
from interpreter.ir.policy import Player

RESERVED = (4 << 30) + (256 << 20)        # bytes of addresses: what 32 bits can name, and what is kept free round it


class Missing(Exception):
    """There is no wasmtime, or none that runs here."""


class Stopped(Exception):
    """The module has stopped where it has nothing to say: a fault, a limit, or more than it can hold."""


@cache
def runtime() -> Any:
    """wasmtime, or Missing."""
    try:
        import wasmtime
    except (ImportError, OSError) as found:
        raise Missing(str(found)) from None
    return wasmtime


@cache
def engine(threads: bool = True) -> Any:
    """The engine of all modules of this process. Memory stays where it is, so that it can be looked at between calls. Without
    `threads` it compiles in the one that asks."""
    wasmtime = runtime()
    config = wasmtime.Config()
    config.max_wasm_stack = 1 << 20
    config.memory_may_move = False
    config.parallel_compilation = threads
    return wasmtime.Engine(config)


@cache
def _first_process() -> int:
    """The process that was the first to compile: its threads for that do not come along into one that is forked from it."""
    return os.getpid()


@define(eq=False)
class Instance:
    """One instance: `resident` is the play whose position lies in its memory."""

    module: Module
    store: Any
    exports: Any
    address: int
    resident: Any = None
    _functions: dict[str, Callable[..., Any]] = field(factory=dict)

    def call(self, name: str, *args: int) -> Any:
        """Calls an exported function; Stopped if it traps."""
        wasmtime = runtime()
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self.exports[name]
        try:
            return function(self.store, *args)
        except wasmtime.Trap as trap:
            raise Stopped(str(trap).splitlines()[0]) from None
        except wasmtime.WasmtimeError as found:
            raise Stopped(str(found).splitlines()[0]) from None

    def get(self, name: str) -> int:
        """A global of the module."""
        return int(self.exports[f"g_{name}"].value(self.store))

    def set(self, name: str, value: int) -> None:
        """Gives a global another value."""
        self.exports[f"g_{name}"].set_value(self.store, value)

    def read(self, address: int, length: int) -> bytes:
        """Bytes of memory."""
        return ctypes.string_at(self.address + address, length)

    def write(self, address: int, content: bytes) -> None:
        """Puts bytes into memory."""
        ctypes.memmove(self.address + address, content, len(content))

    def number(self, address: int) -> int:
        """A number of 32 bits."""
        return int.from_bytes(self.read(address, 4), "little", signed=True)

    def long(self, address: int) -> int:
        """A value of 64 bits."""
        return int.from_bytes(self.read(address, 8), "little", signed=True)

    def put(self, address: int, number: int, width: int = 4) -> None:
        """Writes a number."""
        self.write(address, (number & ((1 << 8 * width) - 1)).to_bytes(width, "little"))

    def position(self) -> bytes:
        """The position that lies in memory."""
        return self.read(lay.BLOCK, self.number(lay.LISTS_TOP) - lay.BLOCK)


def instance_of(module: Module, code: bytes | None = None) -> Instance:
    """Makes a module ready, from machine code if there is some."""
    wasmtime = runtime()
    compiled = wasmtime.Module.deserialize(engine(), code) if code is not None else machine_code(module)
    store = wasmtime.Store(engine())
    _reserve()
    try:
        exports = wasmtime.Instance(store, compiled, []).exports(store)
    except wasmtime.WasmtimeError as found:
        raise Missing(str(found).splitlines()[0]) from None
    memory = exports["memory"]
    return Instance(module, store, exports, ctypes.addressof(memory.data_ptr(store).contents))


def _reserve() -> None:
    """An instance reserves addresses, most of which never become memory: a limit on addresses (limits.py) is put up by them."""
    try:
        import resource
    except ImportError:                                      # not on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != resource.RLIM_INFINITY:
        more = soft + RESERVED
        resource.setrlimit(resource.RLIMIT_AS, (more if hard == resource.RLIM_INFINITY else min(more, hard), hard))


def machine_code(module: Module) -> Any:
    """Compiles a module."""
    wasmtime = runtime()
    binary = wasmtime.wat2wasm(module.text)
    if _first_process() == os.getpid():
        return wasmtime.Module(engine(), binary)
    return wasmtime.Module.deserialize(engine(), wasmtime.Module(engine(threads=False), binary).serialize())


def compiled(spec: Spec, players: tuple[Player, ...] = ()) -> Instance:
    """The instance of a Spec in this process, with the strategies that may sit at the table, made when it is first asked for:
    from what was kept, or anew."""
    return _made(spec, players)


@derived
def _made(spec: Spec, players: tuple[Player, ...]) -> Instance:
    wasmtime = runtime()
    found = kept.kept(spec, players)
    if found is not None:
        try:
            return instance_of(Module.known(spec, found.facts, players), found.code)
        except (wasmtime.WasmtimeError, KeyError, TypeError):
            kept.forget(spec, players)
    module = write(spec, players)
    made = machine_code(module)
    code = bytes(made.serialize())
    kept.keep(spec, module.facts(), code, players)
    return instance_of(module, code)
