"""SHA-256 of four short texts at once, by instructions that work on four numbers of 32 bits: the keys of the streams that
every play needs are made together (docs/decisions/0003).

In:  nothing; runtime/seeded.py makes a single key, and calls this for four.
Out: the text of the function `four_keys`: it is given the numbers of four sources whose texts lie at `at.FOURS`, 64 bytes
each, ready
     for hashing, and puts their keys where the streams are.
"""

FOUR = 64                                 # bytes of one text, which is one block


def four_keys(numbers: dict[str, int]) -> str:
    """The function; `numbers` are those of the runtime."""
    words, texts, rounds, first = numbers["FOUR_WORDS"], numbers["FOURS"], numbers["ROUNDS"], numbers["FIRST_DIGEST"]
    names = [f"${letter}" for letter in "abcdefgh"]
    local = "".join(f" (local {name} v128)" for name in names) + " (local $x v128) (local $y v128) (local $k i32)"
    body = []
    for k in range(16):
        lanes = "(v128.const i32x4 0 0 0 0)"
        for lane in range(4):
            lanes = (f"(i32x4.replace_lane {lane} {lanes} "
                     f"{_big_endian(f'(i32.load (i32.const {texts + lane * FOUR + 4 * k}))')})")
        body.append(f"(v128.store (i32.const {words + 16 * k}) {lanes})")
    at = "(i32.add (i32.const {}) (i32.shl (local.get $k) (i32.const 4)))"

    def word(back: int) -> str:
        return f"(v128.load offset={words} (i32.shl (i32.sub (local.get $k) (i32.const {back})) (i32.const 4)))"

    small = _xor(_rotated("$x", 7), _rotated("$x", 18), "(i32x4.shr_u (local.get $x) (i32.const 3))")
    large = _xor(_rotated("$y", 17), _rotated("$y", 19), "(i32x4.shr_u (local.get $y) (i32.const 10))")
    schedule = (f"(local.set $x {word(15)})(local.set $y {word(2)})"
                f"(v128.store {at.format(words)} {_sum(word(16), small, word(7), large)})")
    body.append(_loop("schedule", 16, schedule))
    body += [f"(local.set {name} (v128.load32_splat (i32.const {first + 4 * n})))" for n, name in enumerate(names)]
    choose = "(v128.xor (v128.and (local.get $e) (local.get $f)) (v128.andnot (local.get $g) (local.get $e)))"
    most = _xor(*[f"(v128.and (local.get ${one}) (local.get ${other}))" for one, other in ("ab", "ac", "bc")])
    number = f"(v128.load32_splat offset={rounds} (i32.shl (local.get $k) (i32.const 2)))"
    turn = f"(local.set $x {_sum('(local.get $h)', _xor(*[_rotated('$e', n) for n in (6, 11, 25)]), choose, number, word(0))})"
    turn += f"(local.set $y {_sum(_xor(*[_rotated('$a', n) for n in (2, 13, 22)]), most)})"
    turn += "(local.set $h (local.get $g))(local.set $g (local.get $f))(local.set $f (local.get $e))"
    turn += "(local.set $e (i32x4.add (local.get $d) (local.get $x)))(local.set $d (local.get $c))(local.set $c (local.get $b))"
    turn += "(local.set $b (local.get $a))(local.set $a (i32x4.add (local.get $x) (local.get $y)))"
    body.append(_loop("turns", 0, turn))
    for name, n in (("$a", 0), ("$b", 1)):
        body.append(f"(local.set {name} (i32x4.add (local.get {name}) (v128.load32_splat (i32.const {first + 4 * n}))))")
    for lane in range(4):
        high = f"(i64.shl (i64.extend_i32_u (i32x4.extract_lane {lane} (local.get $a))) (i64.const 32))"
        low = f"(i64.extend_i32_u (i32x4.extract_lane {lane} (local.get $b)))"
        stream = f"(i32.add (i32.const {numbers['STREAMS']}) (i32.shl (local.get $s{lane}) (i32.const 4)))"
        body.append(f"(i64.store {stream} (i64.or {high} {low}))(i32.store offset=8 {stream} (i32.const 1))")
    params = "".join(f" (param $s{lane} i32)" for lane in range(4))
    return f"(func $four_keys{params}{local}\n" + "\n".join(body) + ")"


def _loop(label: str, first: int, body: str) -> str:
    step = "(local.set $k (i32.add (local.get $k) (i32.const 1)))"
    return (f"(local.set $k (i32.const {first}))(loop ${label} {body}{step}(br_if ${label} (i32.lt_u (local.get $k) "
            "(i32.const 64))))")


def _rotated(name: str, by: int) -> str:
    right, left = f"(i32x4.shr_u (local.get {name}) (i32.const {by}))", f"(i32x4.shl (local.get {name}) (i32.const {32 - by}))"
    return f"(v128.or {right} {left})"


def _xor(*parts: str) -> str:
    text = parts[0]
    for part in parts[1:]:
        text = f"(v128.xor {text} {part})"
    return text


def _sum(*parts: str) -> str:
    text = parts[0]
    for part in parts[1:]:
        text = f"(i32x4.add {text} {part})"
    return text


def _big_endian(word: str) -> str:
    """Four bytes, the highest first."""
    return (f"(i32.or (i32.and (i32.rotr {word} (i32.const 8)) (i32.const 0xFF00FF00)) "
            f"(i32.and (i32.rotr {word} (i32.const 24)) (i32.const 0x00FF00FF)))")
