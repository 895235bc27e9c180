"""The generated functions: one for each method, measure and rule, with the parameters that the library describes, and
examples that run as they are printed."""

import doctest
import importlib
import inspect

import pytest

import sfumato as sf

DESCRIBED = sf.describe()


def python_name(name):
    return name.replace("-", "_")


@pytest.mark.parametrize("kind", ["methods", "measures", "rules"])
def test_every_entry_has_a_function_and_every_function_an_entry(kind):
    module = getattr(sf, kind)
    assert sorted(module.__all__) == sorted(python_name(entry["name"]) for entry in DESCRIBED[kind])
    for name in module.__all__:
        assert callable(getattr(module, name))


@pytest.mark.parametrize("entry", DESCRIBED["methods"] + DESCRIBED["measures"], ids=lambda entry: entry["name"])
def test_signatures_have_the_parameters_and_defaults_that_the_library_describes(entry):
    module = sf.measures if "side" in entry else sf.methods
    signature = inspect.signature(getattr(module, python_name(entry["name"])))
    for info in entry["parameters"]:
        if info["doc"].startswith("Folder "):  # the library reads no files
            continue
        name = python_name(info["name"])
        if "side" in entry and name == "columns":
            name = f"{python_name(entry['name'])}_columns"
        default = signature.parameters[name].default
        if info["kind"] in ("number", "integer", "flag", "choice"):
            assert default == info["default"]
        else:
            assert default in (None, info["default"])
        assert signature.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("entry", DESCRIBED["methods"] + DESCRIBED["measures"], ids=lambda entry: entry["name"])
def test_help_says_what_it_does_its_parameters_what_comes_back_the_reference_and_an_example(entry):
    module = sf.measures if "side" in entry else sf.methods
    text = inspect.getdoc(getattr(module, python_name(entry["name"])))
    for part in (entry["title"], "Args:", "Returns:", "Reference:", "Example:", ">>> "):
        assert part in text
    for info in entry["parameters"]:
        if info["upper"] is not None and info["unit"]:
            assert info["unit"] in " ".join(text.split())


def test_all_jobs_can_be_reached_with_all_their_parameters():
    functions = {
        "inspect": sf.inspect, "fitting-methods": sf.fitting_methods, "mask": sf.mask, "measure": sf.measure,
        "verify": sf.verify, "compare": sf.compare, "plan": sf.run_plan, "sample": sf.sample, "tabulate": sf.tabulate,
        "check": sf.CellTable.check, "audit": sf.CellTable.audit, "suppress": sf.CellTable.suppress,
        "round": sf.CellTable.round, "adjust": sf.CellTable.adjust, "perturb": sf.CellTable.perturb,
        "recode": sf.CellTable.recode, "table-compare": sf.CellTable.compare, "ptable": sf.ptable,
        "report": sf.Result.report, "toml": sf.Recipe.load, "key-risks": sf.key_risks, "hierarchy": sf.hierarchy,
        "distributions": sf.distributions,
    }  # fmt: skip
    # What sfumato.spark runs in tasks and on its driver.
    parts = {"mask-partial", "mask-join", "mask-merge", "mask-before", "mask-supply", "mask-apply"}
    parts |= {"mask-promised", "mask-verify", "mask-describe"}
    pairs = {"pair-rows", "pair-partial", "pair-join", "pair-merge", "pair-search", "pair-describe"}
    exposure = {"counted-exposure", "exposure-partial", "exposure-merge", "row-correspondence", "household-partial"}
    joined = {"join-measures", "join-inspections", "plan-confirmation", "confirm-comparison"}
    of_spark = {"count-keys", "generalize-keys"} | parts | pairs | exposure | joined
    assert {job["name"] for job in DESCRIBED["jobs"]} == set(functions) | of_spark
    other = {
        "parameters",
        "key",
        "sample",
        "hierarchy",
        "hierarchies",
        "plan",
    }  # **parameters, also with fitted=, name, hierarchies=, schema=, plan
    for job in DESCRIBED["jobs"]:
        if job["name"] in of_spark:
            continue
        names = set(inspect.signature(functions[job["name"]]).parameters)
        missing = {python_name(info["name"]) for info in job.get("parameters", [])} - names - other
        assert not missing, (job["name"], missing)


MODULES = [
    "",
    ".methods",
    ".measures",
    ".rules",
    ".tables",
    "._masking",
    "._measuring",
    "._comparing",
    "._inspecting",
    "._schema",
    "._recipes",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run_as_they_are_printed(name):
    module = importlib.import_module("sfumato" + name)
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert tried > 0 and failed == 0


PEOPLE = sf.sample("people", rows=100, seed=2, like={})


def test_a_wrong_keyword_of_a_typed_function_is_a_type_error():
    with pytest.raises(TypeError, match="kk"):
        sf.methods.mdav(PEOPLE, kk=5)
    with pytest.raises(TypeError):
        sf.measures.emd(PEOPLE, PEOPLE, colums=["income"])


def test_a_wrong_name_of_a_parameter_or_a_method_is_an_error_with_a_hint():
    with pytest.raises(sf.Error) as caught:
        sf.mask(PEOPLE, "mdav", columns=["income"], kk=5)
    assert "kk" in str(caught.value)
    with pytest.raises(sf.Error) as caught:
        sf.mask(PEOPLE, "mdaw", columns=["income"])
    assert "mdav" in caught.value.hint
    with pytest.raises(sf.Error) as caught:
        sf.measure(PEOPLE, PEOPLE, measures="ranklinkage")
    assert "rank-linkage" in caught.value.hint


@pytest.mark.parametrize(
    "arguments, parameter",
    [
        ({"k": 0}, "k"), ({"k": "three"}, "k"), ({"k": 2.5}, "k"), ({"k": [3]}, "k"), ({"seeds": "nearest"}, "seeds"),
        ({"columns": ["incomes"]}, None), ({"columns": 5}, "columns"), ({"keep_bounds": "yes"}, "keep_bounds"),
        ({"seed": -1}, None), ({"threads": 5000}, None), ({"memory": "much"}, None), ({"schema": 3}, "schema"),
    ],
)  # fmt: skip
def test_wrong_values_are_errors_that_name_the_parameter_as_python_does(arguments, parameter):
    with pytest.raises(sf.Error) as caught:
        sf.methods.mdav(PEOPLE, **{"columns": ["income", "tax"], **arguments})
    assert caught.value.status == 2
    if parameter is not None:
        assert caught.value.parameter == parameter


def test_names_of_parameters_in_messages_are_spelled_as_in_python():
    with pytest.raises(sf.Error) as caught:
        sf.methods.additive_noise(PEOPLE, columns=["income"], keep_moments="no")
    assert caught.value.parameter == "keep_moments"
    assert "keep-moments" not in str(caught.value)


@pytest.mark.parametrize("data", [None, 3, "people.csv", [1, 2], object(), {"a": 3}, {"a": [1], "b": [1, 2]}])
def test_what_is_not_a_frame_is_an_error(data):
    with pytest.raises(sf.Error):
        sf.mask(data, "mdav", columns=["a"])


def test_the_same_seed_gives_the_same_release_through_both_functions():
    one = sf.methods.rank_swapping(PEOPLE, columns=["income", "tax"], window=10, seed=5)
    two = sf.mask(PEOPLE, "rank_swapping", columns=["income", "tax"], window=10, seed=5)
    assert one.data == two.data and one.to_dict()["details"] == two.to_dict()["details"]


def test_tables_and_pairs_go_beside_the_request():
    levels = [[level, "lower" if "primary" in level else "higher"] for level in sorted({*PEOPLE["education"]} - {None})]
    given = sf.methods.recoding(PEOPLE, columns=["education"], hierarchy={"education": levels})
    declared = sf.methods.recoding(PEOPLE, columns=["education"], schema=sf.Schema(hierarchy={"education": levels}))
    assert given.data["education"] == declared.data["education"]
    assert set(given.data["education"]) <= {"lower", "higher", None}
    keyed = sf.methods.pseudonyms(PEOPLE, columns=["record_id"], how="keyed", key="a secret of many letters")
    assert len(set(keyed.data["record_id"])) == 100
    weighted = sf.measures.distance_linkage(PEOPLE, keyed, columns=["income", "tax"], weights={"income": 2, "tax": 0.5})
    assert weighted.parameters["weights"] == {"income": "2", "tax": "0.5"}
    known = sf.measures.uniqueness(PEOPLE, keys=["sex", "region"], columns=["sex", "region"], population=PEOPLE)
    assert known.value is not None


def test_rules_are_texts_for_check():
    assert sf.rules.p_percent(15) == "p-percent=15"
    assert sf.rules.p_percent(15, n=2) == "p-percent=15,2"
    assert sf.rules.dominance(1, 85) == "dominance=1,85"
    assert sf.rules.zero() == "zero" and sf.rules.zero(5) == "zero=5"
    assert sf.rules.k_disclosure(3) == "k-disclosure=3"


@pytest.mark.parametrize("module", [sf, sf.methods, sf.measures, sf.rules, sf.tables], ids=lambda one: one.__name__)
def test_completion_shows_what_is_of_use(module):
    shown = {name for name in dir(module) if not name.startswith("__")}
    assert shown - {"client", "spark"} == set(module.__all__) - {"spark"}


def test_methods_take_the_parts_of_a_schema_that_mask_takes():
    people = sf.sample("people", rows=60, seed=1, like={})
    arguments = {"columns": ["income"], "domain": {"income": (0, 10**6)}, "epsilon": 1, "seed": 1}
    assert sf.methods.laplace(people, **arguments).data == sf.mask(people, "laplace", **arguments).data
    shared = {"quasi", "confidential", "identifier", "weight", "household", "domain", "missing"}
    for name in sf.methods.__all__:
        assert shared <= set(inspect.signature(getattr(sf.methods, name)).parameters)


def test_docstrings_are_about_python():
    functions = [getattr(module, name) for module in (sf.methods, sf.measures, sf.rules) for name in module.__all__]
    functions += [getattr(sf.CellTable, name) for name in ("check", "suppress", "round", "adjust", "perturb", "recode")]
    for function in functions:
        assert "may be repeated" not in " ".join(inspect.getdoc(function).split())
