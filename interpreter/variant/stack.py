"""Which variants are applied to a game, in which order: those asked for, what they build on, and the errata of its heading.

In:  an Asked, the files of the game, and a Report.
Out: Applied records, bases first; for each the number of the file that its base is.

A variant is found by its name, in the game's own files or in `variants/` of the game's folder, or by the path of its file.
"""

from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.project.files import (
    declares_variant,
    ELSEWHERE,
    find_library,
    find_variant,
    find_variant_of_any,
    games,
    read_source,
    variant_files,
    variants,
)
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Report, suggestion
from interpreter.text.source import NOWHERE, Span
from interpreter.variant.edits import Applied


@frozen
class Asked:
    """A game by its name or path (or a variant, which is its base with it), more variants, and errata left out."""

    where: str
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.where

    def here(self) -> "Asked":
        """The same in a process that works for another machine: where its files lie on this one."""
        where, *variants = (str(ELSEWHERE.here(said)) if said else said for said in (self.where, *self.variants))
        return evolve(self, where=where, variants=tuple(variants)) if ELSEWHERE.root is not None else self


@define(eq=False)
class Stack:
    """`applied` and `bases` grow together; `files` are the parsed files of variants that stand apart from the game."""

    parts: list[ast.File]
    paths: list[Path]
    report: Report
    applied: list[Applied] = field(factory=list)
    bases: list[int] = field(factory=list)
    files: dict[Path, ast.File | None] = field(factory=dict)
    taking: list[str] = field(factory=list)

    def gather(self, asked: Asked) -> None:
        """First the errata that are not left out, then what is asked for."""
        errata = [name for game in self._games().values() for name in _errata(game)]
        for name in asked.without:
            if name not in {erratum.text for erratum in errata}:
                help_ = suggestion(name, [erratum.text for erratum in errata]) or _listed(errata)
                self.report.add(codes.NO_SUCH_VARIANT, NOWHERE, name=name, base=f"{self._name()} to leave out", help=help_)
        for erratum in errata:
            if erratum.text not in asked.without:
                self.take(erratum.text, erratum.span, erratum=True)
        for name in asked.variants:
            self.take(name)

    def take(self, name: str, span: Span = NOWHERE, erratum: bool = False) -> Applied | None:
        """One variant with all it builds on; None if there is none, or it is applied already."""
        declared = self._find(name)
        if declared is None:
            self.report.add(codes.NO_SUCH_VARIANT, span, name=name, base=self._name(), help=suggestion(name, self.known()))
            return None
        variant, path = declared
        if variant.name.text in self.taking or any(applied.name == variant.name.text for applied in self.applied):
            return None
        self.taking.append(variant.name.text)
        self._put(variant, path, erratum)
        self.taking.pop()
        return self.applied[-1] if self.applied else None

    def _put(self, variant: ast.Variant, path: Path, erratum: bool) -> None:
        base, games = variant.base.text, self._games()
        if base in games:
            self.applied.append(Applied(variant, path, frozenset(), erratum))
            self.bases.append(self._number(base))
            return
        under = self._applied(base)
        if under is None:
            got = self._name()
            help_ = suggestion(base, [*games, *self.known()])
            self.report.add(codes.WRONG_BASE, variant.base.span, variant=variant.name.text, wanted=base, got=got, help=help_)
            return
        self.applied.append(Applied(variant, path, under.below | {under.name}, erratum))
        self.bases.append(self.bases[self.applied.index(under)])

    def _applied(self, name: str) -> Applied | None:
        """The variant of this name, applied now if it was not yet."""
        if name not in self.taking and self._find(name) is not None:
            self.take(name)
        return next((applied for applied in self.applied if applied.name == name), None)

    # ---------------------------------------------------------------- looking

    def every(self) -> list[ast.Variant]:
        """All variants there are."""
        paths = dict.fromkeys(path for game in self._places() for path in variant_files(game))
        files = [*self.parts, *(self._read(path) for path in paths)]
        return [variant for file in files for variant in variants_in(file)]

    def known(self) -> list[str]:
        """Their names."""
        return list(dict.fromkeys(variant.name.text for variant in self.every()))

    def _find(self, name: str) -> tuple[ast.Variant, Path] | None:
        for file, path in zip(self.parts, self.paths, strict=True):
            for variant in variants_in(file):
                if variant.name.text == name:
                    return variant, path
        apart = next((place for game in self._places() if (place := find_variant(name, game))), None)
        return self._declared_in(apart, name) if apart is not None else None

    def _declared_in(self, path: Path, name: str) -> tuple[ast.Variant, Path] | None:
        """The variant of this name in a file of its own; by its path, the first if none is called like the file."""
        inside = variants_in(self._read(path))
        wanted = Path(name).stem if name.endswith(".rules") else name
        called_so = [variant for variant in inside if variant.name.text == wanted]
        variants = called_so or (inside if name.endswith(".rules") else [])
        return (variants[0], path) if variants else None

    def _read(self, path: Path) -> ast.File | None:
        if path not in self.files:
            source = read_source(path, self.report)
            self.files[path] = parse(source, self.report) if source is not None else None
        return self.files[path]

    def _games(self) -> dict[str, ast.Game]:
        return {node.name.text: node for file in self.parts for node in file.declarations if isinstance(node, ast.Game)}

    def _places(self) -> list[Path]:
        """The games' paths, the one that is played first."""
        paths = [path for file, path in zip(self.parts, self.paths, strict=True)
                 if any(isinstance(declaration, ast.Game) for declaration in file.declarations)]
        return paths[::-1]

    def _number(self, game: str) -> int:
        return next(k for k, file in enumerate(self.parts) for declaration in file.declarations
                    if isinstance(declaration, ast.Game) and declaration.name.text == game)

    def _name(self) -> str:
        return [*self._games()][-1]


def variants_in(file: ast.File | None) -> list[ast.Variant]:
    """The variants that a file declares."""
    return [node for node in file.declarations if isinstance(node, ast.Variant)] if file is not None else []


def _errata(game: ast.Game) -> list[ast.Ident]:
    return [name for line in game.lines or () if isinstance(line, ast.Errata) for name in line.names]


def _listed(errata: list[ast.Ident]) -> str:
    return f"its errata are {', '.join(erratum.text for erratum in errata)}" if errata else "it has no errata"


# ------------------------------------------------------------------ the game under a variant


def base_of(path: Path, report: Report) -> Path | None:
    """The path of the game that the variant in a file is of, through the variants that it builds on."""
    seen: set[Path] = set()
    upper: Path | None = path
    while upper is not None and upper not in seen:
        seen.add(upper)
        source = read_source(upper, report)
        inside = variants_in(parse(source, report)) if source is not None else []
        if not inside:
            return None
        base = next((variant for variant in inside if variant.name.text == upper.stem), inside[0]).base
        game = find_library(base.text, upper)
        if game is not None and not declares_variant(game, base.text):
            return game
        under = next((near for near in _neighbours(upper) if declares_variant(near, base.text)), find_variant_of_any(base.text))
        if under is None:
            report.add(codes.NO_SUCH_GAME, base.span, name=base.text, help=suggestion(base.text, [*games(), *variants()]))
        upper = under
    return None


def _neighbours(path: Path) -> list[Path]:
    """The other files of the folder, or of the whole `variants` folder."""
    root = next((folder for folder in path.resolve().parents if folder.name == "variants"), path.parent)
    return [file for file in sorted(root.glob("**/*.rules")) if file.resolve() != path.resolve()]
