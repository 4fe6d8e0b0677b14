"""The words of the runtime that are one instruction each; translate.py knows which. None of them is ever carried out by Python.

In:  nothing.
Out: names for readers, ruff and mypy: the two types, loads and stores of 8, 16, 32 and 64 bits, and a few more; `g` with the
     globals of a module, and `at` with the numbers that are known when a game is compiled (layout.py).
"""

from typing import Any

i32 = int
i64 = int

g: Any = None
at: Any = None


def load8(address: i32) -> i32: raise NotImplementedError
def load16(address: i32) -> i32: raise NotImplementedError
def load16s(address: i32) -> i32: raise NotImplementedError
def load32(address: i32) -> i32: raise NotImplementedError
def load64(address: i32) -> i64: raise NotImplementedError
def store8(address: i32, value: i32) -> None: raise NotImplementedError
def store16(address: i32, value: i32) -> None: raise NotImplementedError
def store32(address: i32, value: i32) -> None: raise NotImplementedError
def store64(address: i32, value: i64) -> None: raise NotImplementedError
def wide(value: i32) -> i64: raise NotImplementedError
def unsigned(value: i32) -> i64: raise NotImplementedError
def narrow(value: i64) -> i32: raise NotImplementedError
def ctz(value: int) -> int: raise NotImplementedError
def popcnt(value: int) -> int: raise NotImplementedError
def below_unsigned(one: int, other: int) -> i32: raise NotImplementedError
def rotr(value: int, by: int) -> int: raise NotImplementedError
def copy(to: i32, source: i32, length: i32) -> None: raise NotImplementedError
def fill(to: i32, value: i32, length: i32) -> None: raise NotImplementedError
def trap() -> None: raise NotImplementedError
def pages() -> i32: raise NotImplementedError
def grow(by: i32) -> i32: raise NotImplementedError
