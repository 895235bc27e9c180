"""Arguments that are wrong: each is an Error in Python's words that names the argument, and never an error of Python
itself, an empty selection that selects everything, or a name that is cut off."""

import math

import pytest

import sfumato as sf

PEOPLE = sf.sample("people", rows=60, seed=1, like={})
VALUES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def refused(function, *arguments, **named):
    with pytest.raises(sf.Error) as caught:
        function(*arguments, **named)
    return caught.value


@pytest.fixture(scope="module")
def table():
    return sf.tabulate(PEOPLE, by=["sex", "region"]).check("frequency=3", safety_range=20)


def test_required_parameters_are_sent_also_where_they_are_the_default(table):
    rounded = table.round(base=5)
    assert all(cell % 5 == 0 for cell in rounded.frame()["value"] if cell is not None)
    assert sf.ptable(2, 5).text == sf.ptable(variance=2.0, largest=5).text
    assert sf.rules.dominance(1, 85) == "dominance=1,85" and sf.rules.pq(10, 50) == "pq=10,50"
    assert refused(table.round, base=None).parameter == "base"


@pytest.mark.parametrize("schema", [3, "x", [1], {"income": 1}, {"income": None}, {"columns": 3}])
def test_a_schema_of_another_type(schema):
    for more in ({}, {"quasi": "age"}):
        assert refused(sf.mask, PEOPLE, "mdav", schema=schema, **more).parameter == "schema"
    assert refused(sf.inspect, PEOPLE, schema=schema).parameter == "schema"


@pytest.mark.parametrize("wrong", [3, None, [1]])
def test_documents_and_paths_of_another_type(wrong):
    assert refused(sf.run_plan, wrong).parameter == "plan"
    assert refused(sf.Recipe, wrong).parameter == "steps"
    assert refused(sf.Recipe.from_dict, wrong).parameter == "document"
    assert refused(sf.Schema.from_dict, wrong).parameter == "columns"
    for function in (sf.load_table, sf.load_plan, sf.Schema.load, sf.Recipe.load):
        assert refused(function, wrong).parameter == "path"


def test_an_empty_selection_is_not_everything():
    for function in (sf.mask, sf.compare, sf.measure, sf.fitting_methods, sf.methods.mdav):
        arguments = (PEOPLE, "mdav") if function is sf.mask else (PEOPLE,)
        for empty in ([], (), set()):
            assert refused(function, *arguments, columns=empty).parameter == "columns"
    for name in ("measures", "keys"):
        assert refused(sf.measure, PEOPLE, **{name: []}).parameter == name
    for name in ("methods", "rank_by"):
        assert refused(sf.compare, PEOPLE, **{name: []}).parameter == name
    assert refused(sf.measure, PEOPLE, []).parameter == "masked"
    assert refused(sf.Recipe, []).parameter == "steps"
    assert refused(sf.Recipe, [{"method": "mdav", "columns": []}]).parameter == "columns"
    assert sf.mask(PEOPLE, "mdav", columns=["income"], drop=[]).columns == ["income"]  # nothing is left out


def test_none_is_no_value_of_a_parameter_that_has_one(table):
    assert refused(sf.methods.mdav, PEOPLE, k=None).parameter == "k"
    assert refused(sf.mask, PEOPLE, "mdav", columns="income", k=None).hint == "leave it out for the default, 3"
    assert refused(sf.Recipe, [{"method": "mdav", "k": None}]).parameter == "k"
    assert refused(sf.measures.emd, PEOPLE, PEOPLE, clusters=None).parameter == "clusters"
    assert refused(table.suppress, gap=None).parameter == "gap"
    assert sf.methods.top_coding(PEOPLE, columns="income", at=None).columns == ["income"]


@pytest.mark.parametrize("progress", [3, "x", 0.5, []])
def test_progress_of_another_type(progress):
    assert refused(sf.mask, PEOPLE, "mdav", columns="income", progress=progress).parameter == "progress"


def test_numbers_of_every_job():
    assert refused(sf.mask, PEOPLE, "mdav", seed=-1).parameter == "seed"
    assert refused(sf.mask, PEOPLE, "mdav", threads=-1).parameter == "threads"
    error = refused(sf.mask, PEOPLE, "mdav", memory=-1)
    assert error.parameter == "memory" and error.hint == "such as memory='4GB'"


@pytest.mark.parametrize(
    "call, parameter, words",
    [
        (lambda: sf.mask(PEOPLE, "nope"), "method", "sfumato.methods"),
        (lambda: sf.measure(PEOPLE, measures=["nope"]), "measures", "sfumato.measures"),
        (lambda: sf.measure(PEOPLE, score="nope+1"), "score", "sfumato.measures"),
        (lambda: sf.sample("nope"), "name", "sfumato.samples()"),
        (lambda: sf.mask(PEOPLE, "pram", columns=["income"]), "columns", "schema=Schema(kind="),
        (lambda: sf.mask(PEOPLE, "laplace", columns=["income"]), "domain", "domain={'income': (lower, upper)}"),
        (lambda: sf.mask(PEOPLE, "mdav", columns=3), "columns", "a list of names of columns"),
        (lambda: sf.mask(PEOPLE, "recoding", columns=["sex"]), "hierarchy", "hierarchy={'sex': rows or a frame}"),
        (lambda: sf.compare(PEOPLE, equal="rank-linkage"), "equal", "equal={'rank-linkage': 0.45}"),
        (lambda: sf.compare(PEOPLE, at_most="rank-linkage"), "at_most", "at_most={'distance-linkage': 5}"),
        (lambda: sf.compare(PEOPLE, fix="x"), "fix", "fix={'mdav': {'together': 3}}"),
        (lambda: sf.measure(PEOPLE, set="x"), "set", "set={'distance-linkage': {'scale': 'raw'}}"),
        (lambda: sf.tabulate(PEOPLE, by="nope"), "by", "the columns are"),
        (lambda: sf.tabulate(PEOPLE, by=["sex", "nope"]), "by", "the columns are"),
        (lambda: sf.tabulate(PEOPLE, by="sex", sum="nope"), "sum", "the columns are"),
        (lambda: sf.tabulate(PEOPLE, by="sex").check(["nope=3"]), "rule", "frequency=3"),
        (lambda: sf.mask(PEOPLE, "data-swapping", columns=["sex"], keep=["nope"]), "keep", "the columns are"),
        (lambda: sf.mask(PEOPLE, "mdav", columns=["sex"], hierarchy={"nope": [["a", "b"]]}), "hierarchy", "the columns"),
        (lambda: sf.mask(PEOPLE, "mdav", columns=["sex"], hierarchy={"sex": "x"}), "hierarchy", "give rows or a frame"),
        (lambda: sf.mask(PEOPLE, "mdav", columns=["sex"], hierarchy=3), "hierarchy", "a dict with the names of columns"),
        (lambda: sf.measures.k_anonymity(PEOPLE, keys=["age", "nope"]), "keys", "the columns are"),
        (lambda: sf.compare(PEOPLE, sweep="x"), "sweep", "sweep='mdav.k=3,5,10'"),
        (lambda: sf.mask(PEOPLE, "mdav", columns=["age"], derive="x"), "derive", "derive='income=wages+other'"),
        (lambda: sf.Schema(quasi=3), "quasi", ""),
        (lambda: sf.mask(PEOPLE, "mdav", weight="nope"), "schema", ""),
        (lambda: sf.mask(PEOPLE, "mdav", schema={"age": {"kind": "x"}}), "kind", "nominal"),
        (lambda: sf.mask(PEOPLE, "mdav", schema={"age": {"nope": "x"}}), "schema", "hierarchy"),
    ],
)
def test_errors_are_in_the_words_of_python(call, parameter, words):
    error = refused(call)
    assert error.parameter == parameter and words in error.hint
    for foreign in ("'sfumato ", "sidecar", "=FILE", "MEASURE", "METHOD", "separated by commas", "request's", "input '"):
        assert foreign not in str(error)


@pytest.mark.parametrize("domain", [{"income": (1,)}, {"income": ("a", "b")}, {"income": (5, 1)}, {"income": 3}, 3])
def test_a_malformed_domain(domain):
    error = refused(sf.mask, PEOPLE, "mdav", columns="income", domain=domain)
    assert error.parameter == "domain" and (domain == 3 or "'income'" in error.message)


def test_a_null_character_in_a_name_does_not_cut_the_name():
    error = refused(sf.mask, {"a\0b": VALUES}, "mdav", k=3)
    assert error.parameter == "data" and r"'a\x00b'" in error.message


def test_a_null_character_in_a_name_of_each_library():
    for library, make in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")):
        frame = getattr(pytest.importorskip(library), make)({"a\0b": VALUES})
        assert r"'a\x00b'" in refused(sf.mask, frame, "mdav", k=3).message


COLUMNS = {
    "infinite": [math.inf] + VALUES[1:],
    "binary": [b"a"] * 6,
    "nested": [[1]] * 6,
    "record": [{"a": 1}] * 6,
    "complex": [1j] * 6,
    "mixed": [1, "a", 3, 4, 5, 6],
}


@pytest.mark.parametrize("name, column", COLUMNS.items(), ids=str)
def test_a_column_that_cannot_be_used_is_named_with_what_to_do(name, column):
    error = refused(sf.mask, {"a": VALUES, name: column}, "mdav", columns="a", k=3)
    assert error.parameter == "data" and f"data, column '{name}'" in error.message and error.hint


def test_columns_of_arrow_that_cannot_be_used_are_named_with_what_to_do():
    pa = pytest.importorskip("pyarrow")
    columns = {
        "duration": pa.array([1] * 6, pa.duration("s")),
        "unsigned": pa.array([2**63 + 5] * 6, pa.uint64()),
        "binary": pa.array([b"a"] * 6),
        "nested": pa.array([[1]] * 6),
        "infinite": pa.array([math.inf] * 6),
    }
    for name, column in columns.items():
        for kind in ("pyarrow", "pandas", "polars"):
            frame = pa.table({"a": VALUES, name: column})
            if kind == "pandas":
                frame = frame.to_pandas()
            elif kind == "polars":
                frame = pytest.importorskip("polars").from_arrow(frame)
            error = refused(sf.mask, frame, "mdav", columns="a", k=3)
            assert error.parameter == "data" and f"data, column '{name}'" in error.message
            assert "leave" in error.hint
    error = refused(sf.measure, {"a": VALUES}, pa.table({"a": columns["infinite"]}), measures="um")
    assert error.parameter == "masked" and error.message.startswith("masked, column 'a'")


def test_a_refusal_is_an_error_although_its_status_is_that_of_an_answer(monkeypatch):
    refusal = {"error": {"code": "refused", "message": "it breaks its promise", "hint": "", "parameter": None}}
    read = sf._library._document
    monkeypatch.setattr(sf._library, "_document", lambda address: read(address) and refusal)
    error = refused(sf.mask, PEOPLE, "mdav", columns=["income"])
    assert error.code == "refused" and error.message == "it breaks its promise"
