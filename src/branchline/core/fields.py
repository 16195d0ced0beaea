"""A state's fields are declared once, in its `__init__`; from there this module writes its copy and its bytes.

`python -m branchline.core.fields` writes `_fields.py` beside every game's `rules/state.py` (with `--check` it only
says which are stale). One packed array with named offsets would be copied and read just as fast (`bench/fields.py`
measures both), but rules read better as `state.turn` than as `state.data[TURN]`.

What counts as a field is `self.name: type = …`: `i64`, `bool`, `vec[i64]`, an `Immutable`, one or None of it, a list
of it, or a `Part`. Parameters that `__init__` stores as they are (`self.board = board`) are shared between copies and
no part of the bytes. A comment `# scratch` keeps a field out of both; `# derived` copies it but leaves it out of the
bytes, and the state's `refresh()` computes it again.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from pathlib import Path

FILE = "_fields.py"


@dataclass
class Field:
    """One field: its name, its type as it is written, and whether it is shared, scratch or derived."""

    name: str
    kind: str
    mark: str = ""


@dataclass
class Declared:
    """A class with its fields, the parameters of its `__init__`, and where the names in its module come from."""

    name: str
    module: str
    base: str
    parameters: list[str]
    fields: list[Field]
    refreshes: bool
    imports: dict[str, str] = field(default_factory=dict)


def main(arguments: list[str]) -> int:
    """Write or check the generated modules of all games, or of the packages that are named."""
    check = "--check" in arguments
    named = [Path(name) for name in arguments if name != "--check"]
    games = Path(__file__).parents[1] / "games"
    stale = write_all(named or sorted(path.parent for path in games.glob("*/rules/state.py")), check)
    for path in stale:
        print(f"{path} {'is stale: python -m branchline.core.fields' if check else 'is written'}")
    return 1 if check and stale else 0


def write_all(folders: list[Path], check: bool = False) -> list[Path]:
    """The generated modules that were not up to date; they are now, unless this is only a check."""
    stale = []
    for folder in folders:
        path, text = folder / FILE, generate(folder)
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(path)
            if not check:
                path.write_text(text, "utf-8")
    return stale


def generate(folder: Path) -> str:
    """The source of `_fields.py` for the states and parts that are declared in a folder of rules."""
    package = _package(folder)
    found: list[Declared] = []
    for path in sorted(folder.rglob("*.py")):
        if path.name != FILE:
            found += _declared(path, package + "." + ".".join(path.relative_to(folder).with_suffix("").parts))
    found.sort(key=lambda each: (each.base == "State", each.module, each.name))
    parts = {each.name: each for each in found if each.base == "Part"}
    body = "\n\n".join(_functions(each, parts) for each in found)
    return _header(found, parts, body) + body + "\n"


def _package(folder: Path) -> str:
    """The dotted name of a folder: from the outermost folder that is a package."""
    names = [folder.resolve().name]
    for parent in folder.resolve().parents:
        if not (parent / "__init__.py").exists():
            break
        names.insert(0, parent.name)
    return ".".join(names)


# ── reading declarations ──
def _declared(path: Path, module: str) -> list[Declared]:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    imports = {
        (alias.asname or alias.name): node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    imports |= {node.name: module for node in tree.body if isinstance(node, ast.ClassDef)}
    found = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            base = next((b.id for b in node.bases if isinstance(b, ast.Name) and b.id in ("State", "Part")), None)
            if base is not None:
                found.append(_read_class(node, module, base, text.splitlines(), imports))
    return found


def _read_class(node: ast.ClassDef, module: str, base: str, lines: list[str], imports: dict[str, str]) -> Declared:
    methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
    init = methods["__init__"]
    parameters = [argument.arg for argument in init.args.args[1:]]
    fields = []
    for statement in init.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        if not isinstance(target, ast.Attribute) or not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        value = statement.value
        if isinstance(value, ast.Name) and value.id in parameters:
            if value.id != target.attr:
                raise SystemExit(f"{module}.{node.name}: the parameter {value.id} must be stored under its own name")
            continue
        if isinstance(statement, ast.Assign):
            raise SystemExit(f"{module}.{node.name}: the field {target.attr} needs a type")
        line = lines[(statement.end_lineno or 1) - 1]
        mark = next((mark for mark in ("scratch", "derived") if f"# {mark}" in line), "")
        fields.append(Field(target.attr, ast.unparse(statement.annotation), mark))
    return Declared(node.name, module, base, parameters, fields, "refresh" in methods, imports)


# ── writing code ──
def _functions(each: Declared, parts: dict[str, Declared]) -> str:
    suffix = "" if each.base == "State" else f"_{each.name.lower()}"
    module = each.module.rpartition(".")[2]
    name = f"{module}.{each.name}"
    made = f"{name}({', '.join(f'source.{parameter}' for parameter in each.parameters)})"
    copied = [one for one in each.fields if one.mark != "scratch"]
    written = [one for one in each.fields if not one.mark]
    lines = [f"def clone{suffix}(source: {name}) -> {name}:", f'    """A copy of a {each.name}."""']
    lines += [f"    copy = {made}"]
    lines += [f"    copy.{one.name} = {_copied(one, parts)}" for one in copied]
    lines += ["    return copy", "", ""]
    writes = [line for one in written for line in _written(one, parts)]
    if each.base == "State":
        lines += [f"def to_bytes(source: {name}) -> bytes:", f'    """All of a {each.name}."""', "    out = vec[i64]()"]
        lines += [*writes, "    return bytes(memoryview(out))", "", ""]
        lines += [f"def restore(blank: {name}, data: bytes) -> {name}:"]
        lines += ['    """Fill a new state with what `to_bytes` wrote."""', "    reader = Reader(data)"]
    else:
        lines += [f"def write{suffix}(source: {name}, out: vec[i64]) -> vec[i64]:", f'    """All of a {each.name}."""']
        lines += [*writes, "    return out", "", ""]
        lines += [f"def read{suffix}(blank: {name}, reader: Reader) -> {name}:"]
        lines += [f'    """Fill a new {each.name} with what `write{suffix}` wrote."""']
    for one in written:
        own = each.imports.get(_item(one.kind)[1]) == each.module
        lines += _read(one, parts, f"{module}." if own else "")
    if each.base == "State":
        lines += ["    reader.finish()"]
    if each.refreshes:
        lines += ["    blank.refresh()"]
    return "\n".join([*lines, "    return blank"])


def _item(kind: str) -> tuple[str, str]:
    """The shape of an object field (`one`, `optional`, `list`) and the class of its objects."""
    if kind.startswith("list["):
        return "list", kind[5:-1]
    return ("optional", kind.removesuffix(" | None")) if kind.endswith(" | None") else ("one", kind)


def _copied(one: Field, parts: dict[str, Declared]) -> str:
    if one.kind.startswith(("vec[", "list[")):
        return f"source.{one.name}[:]"
    return f"clone_{one.kind.lower()}(source.{one.name})" if one.kind in parts else f"source.{one.name}"


def _written(one: Field, parts: dict[str, Declared]) -> list[str]:
    value = f"source.{one.name}"
    if one.kind == "i64":
        return [f"    out = append(out, {value})"]
    if one.kind == "bool":
        return [f"    out = append(out, 1 if {value} else 0)"]
    if one.kind == "vec[i64]":
        return [f"    out = put(out, {value})"]
    if one.kind in parts:
        return [f"    out = write_{one.kind.lower()}({value}, out)"]
    shape, _ = _item(one.kind)
    if shape == "list":
        return [
            f"    out = append(out, len({value}))",
            f"    for each_{one.name} in {value}:",
            f"        out = each_{one.name}.write(out)",
        ]
    if shape == "one":
        return [f"    out = {value}.write(out)"]
    return [
        f"    {one.name} = {value}",
        f"    out = append(out, 0 if {one.name} is None else 1)",
        f"    if {one.name} is not None:",
        f"        out = {one.name}.write(out)",
    ]


def _read(one: Field, parts: dict[str, Declared], prefix: str) -> list[str]:
    target = f"    blank.{one.name} ="
    if one.kind == "i64":
        return [f"{target} reader.one()"]
    if one.kind == "bool":
        return [f"{target} reader.one() != 0"]
    if one.kind == "vec[i64]":
        return [f"{target} reader.many()"]
    if one.kind in parts:
        return [f"    blank.{one.name} = read_{one.kind.lower()}(blank.{one.name}, reader)"]
    shape, name = _item(one.kind)
    reads = f"{prefix}read_{name.lower()}(reader)"
    if shape == "list":
        return [f"{target} []", "    for _ in range(reader.one()):", f"        blank.{one.name}.append({reads})"]
    if shape == "one":
        return [f"{target} {reads}"]
    return [f"{target} {reads} if reader.one() != 0 else None"]


def _header(found: list[Declared], parts: dict[str, Declared], body: str) -> str:
    """Imports: the modules of the classes by name, since they import this one."""
    readers: dict[str, set[str]] = {}
    for each in found:
        for one in each.fields:
            name = _item(one.kind)[1]
            simple = one.mark or name in ("i64", "bool", "vec[i64]") or name in parts
            if not simple and each.imports[name] != each.module:
                readers.setdefault(each.imports[name], set()).add(f"read_{name.lower()}")
    used = [name for name in ("Reader", "put") if name in body]
    vecs = [name for name in ("append", "vec") if f"{name}(" in body or f"{name}[" in body]
    imports = {"branchline.core.state": f"from branchline.core.state import {', '.join(used)}"}
    for module in {each.module for each in found}:
        imports[module] = f"from {module.rpartition('.')[0]} import {module.rpartition('.')[2]}"
    for module, names in readers.items():
        imports[module + " "] = f"from {module} import {', '.join(sorted(names))}"
    lines = [
        '"""Generated by `python -m branchline.core.fields` from the fields of the states. Do not edit."""',
        "",
        "from __future__ import annotations",
        "",
        *([f"from librt.vecs import {', '.join(vecs)}"] if vecs else []),
        "from mypy_extensions import i64",
        "",
        *(imports[module] for module in sorted(imports)),
    ]
    return "\n".join([*lines, "", "", ""])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
