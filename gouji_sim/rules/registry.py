"""Finding variants: the built-in ones by id or alias, users' own by file (RULES 18, 22.29)."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from gouji_sim.errors import Problem, VariantError
from gouji_sim.rules.files import VariantFile, read_variant_file
from gouji_sim.rules.options import Options
from gouji_sim.rules.problems import Place, did_you_mean, make_options, under
from gouji_sim.rules.variant import Variant

__all__ = ["BUILT_IN", "list_variants", "load_variant", "parse_override", "parse_overrides", "variant_names"]

BUILT_IN: Final = (
    "qingdao", "changyi", "zoucheng", "zhangqiu", "zaozhuang", "zaozhuang_classic", "heze", "heze_tribute",
    "hero", "hero_classic", "puji", "kanto", "shikoku", "kinki", "kinki_single_three", "kinki_single_four",
    "kyushu", "kansai", "camp",
)  # fmt: skip

_FOLDER: Final = Path(__file__).parent / "variants"


def list_variants() -> list[str]:
    """Ids of the built-in variants in the order of RULES 18."""
    return list(BUILT_IN)


@cache
def variant_names() -> Mapping[str, str]:
    """Every name that a built-in variant answers to, folded as by `fold`, with its id."""
    names: dict[str, str] = {}
    for id in BUILT_IN:
        file = _built_in(id)
        names |= {fold(name): id for name in (id, file.name_zh, file.name_en, *file.aliases)}
    return names


def fold(name: str) -> str:
    """The form in which names are compared: without regard to case, width, hyphens and outer blanks."""
    return unicodedata.normalize("NFKC", name).strip().casefold().replace("-", "_")


def load_variant(
    ref: str | Path,
    overrides: Mapping[str, Any] | None = None,
    *,
    search_dirs: Iterable[str | Path] = (),
    overrides_place: str = "options",
) -> Variant:
    """Load a variant and set single options of it otherwise.

    ``ref`` is a built-in id or alias (``qingdao``, ``青岛``, ``qd``; in any case), a path, or a name that
    ends in ``.toml``. A relative path is looked up in ``search_dirs`` in turn and then in the working
    directory; what a file extends is looked up beside that file first. ``overrides`` are options under the
    names of RULES 17, and ``overrides_place`` is what messages call them.

    Raises VariantError with all problems at once.
    """
    problems: list[Problem] = []
    layers = _layers(ref, tuple(map(Path, search_dirs)), problems)
    values: dict[str, Any] = {}
    place_of: dict[str, Place] = {}
    given = dict(overrides or {})
    for table, place in (
        *((layer.options, layer.place) for layer in layers),
        (given, under(overrides_place)),
    ):
        values = {key: value for key, value in values.items() if key not in table} | table
        place_of |= dict.fromkeys(table, place)
    for layer in layers:
        problems += layer.problems
    options = Options()
    try:
        options = make_options(values, lambda key: place_of[key](key))
    except VariantError as error:
        problems += error.problems
    if problems:
        raise VariantError(problems)
    top = layers[-1]
    return Variant(top.id, top.name_zh, top.name_en, options, top.aliases, top.sources, given)


def parse_override(text: str) -> tuple[str, Any]:
    """Split ``key=value`` and read the value as TOML; a bare word is a string.

    ``yield=false``, ``open_by=any``, ``gouji_thresholds={T=5, K=2}``. Raises VariantError.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not (key and equals and value):
        raise VariantError(f"{text!r} is not of the form key=value", "--set")
    try:
        table = tomllib.loads(f"value = {value}")
    except (ValueError, RecursionError) as error:
        if not all(character.isalnum() or character in "_-." for character in value):
            raise VariantError(f"the value {value!r} is not valid TOML: {error}", f"--set {key}") from error
        table = {"value": value}
    if len(table) > 1:
        raise VariantError(f"the value {value!r} is more than one value", f"--set {key}")
    return key, table["value"]


def parse_overrides(texts: Iterable[str]) -> dict[str, Any]:
    """`parse_override` for each text. Raises VariantError with all problems; a key given twice is one."""
    overrides: dict[str, Any] = {}
    problems: list[Problem] = []
    for text in texts:
        try:
            key, value = parse_override(text)
        except VariantError as error:
            problems += error.problems
            continue
        if key in overrides:
            problems.append(Problem(f"--set {key}", "is given more than once"))
        overrides[key] = value
    if problems:
        raise VariantError(problems)
    return overrides


@cache
def _built_in(id: str) -> VariantFile:
    return read_variant_file(_FOLDER / f"{id}.toml", id)


def _layers(ref: str | Path, folders: tuple[Path, ...], problems: list[Problem]) -> list[VariantFile]:
    """The files that make up a variant, the one that extends nothing first, ``ref`` itself last.

    A base that cannot be found or that closes a circle is put among the ``problems``.
    """
    layers = [_find(ref, folders)]
    while (base := layers[0].extends) is not None:
        place = layers[0].place("extends")
        try:
            file = _find(base, (layers[0].path.parent, *folders))
        except VariantError as error:
            problems += (
                Problem(f"{place}: {p.place}" if p.place else place, p.reason) for p in error.problems
            )
            break
        if any(file.path == layer.path for layer in layers):
            names = " → ".join([*(layer.where for layer in reversed(layers)), file.where])
            problems.append(Problem(place, f"the variants extend one another in a circle: {names}"))
            break
        layers.insert(0, file)
    return layers


def _find(ref: str | Path, folders: tuple[Path, ...]) -> VariantFile:
    if isinstance(ref, str) and not (ref.endswith(".toml") or "/" in ref or "\\" in ref):
        id = variant_names().get(fold(ref))
        if id is None:
            hint = did_you_mean(fold(ref), variant_names()) or "; the variants are " + ", ".join(BUILT_IN)
            raise VariantError(f"no variant of that name{hint}", repr(ref))
        return _built_in(id)
    path = Path(ref).expanduser()
    for candidate in (*(folder / path for folder in folders), path):
        if candidate.exists():
            return read_variant_file(candidate.resolve(), str(ref))
    raise VariantError("no such file", str(ref))
