"""Schemas, recipes and plans: made in Python, read from the files of the program and written to them."""

import os

import pytest

import sfumato as sf

PEOPLE = sf.sample("people", rows=120, seed=1, like={})
SIDECAR = '[columns.age]\nrole = "quasi-identifier"\ndomain = [0, 120]\n\n[columns.income]\nrole = "confidential"\nmissing = ["-9"]\n'
RECIPE = 'keep-integers = true\n\n[[steps]]\nmethod = "mdav"\ncolumns = ["income", "tax"]\nk = 4\n\n[[steps]]\nmethod = "rank-swapping"\ncolumns = ["savings"]\nwindow = 10\n'
PLAN = """
title = "Two methods"
seed = 3
measures = ["rank-linkage", "emd"]
[data]
path = "people.parquet"
columns = ["income", "tax"]
[[methods]]
method = "mdav"
k = [3, 10]
[[targets]]
measure = "distance-linkage"
value = 10
rank-by = ["emd"]
tolerance = 0.5
release = true
"""


def test_a_schema_says_what_a_sidecar_says(tmp_path):
    made = sf.Schema(quasi="age", confidential=["income"], domain={"age": (0, 120)}, missing={"income": -9})
    (tmp_path / "people.toml").write_text(SIDECAR)
    assert sf.Schema.load(tmp_path / "people.toml") == made
    made.save(tmp_path / "again.toml")
    assert sf.Schema.load(tmp_path / "again.toml") == made and sorted(os.listdir(tmp_path)) == [
        "again.toml",
        "people.toml",
    ]
    assert repr(made) == (
        "Schema(quasi='age', confidential='income', domain={'age': (0, 120)}, missing={'income': ['-9']})"
    )
    whole = sf.sample_schema("people")
    assert eval(repr(whole), {"Schema": sf.Schema}) == whole
    assert repr(sf.Schema(hierarchy={"sex": [["f", "all"]]})) == "Schema(hierarchy={'sex': …})"
    assert repr(sf.Schema()) == "Schema()"
    assert sf.Schema.from_dict(made.to_dict()) == made


def test_roles_choose_the_columns_and_drop_identifiers():
    schema = sf.Schema(identifier=["record_id", "name"], quasi=["age"], confidential=["income"])
    release = sf.mask(PEOPLE, "mdav", schema=schema)
    assert release.columns == ["age", "income"] and "record_id" not in release.data and "name" not in release.data
    shortcut = sf.mask(PEOPLE, "mdav", identifier=["record_id", "name"], quasi="age", confidential="income")
    assert shortcut.data == release.data
    both = sf.mask(
        PEOPLE, "mdav", schema=sf.Schema(identifier=["record_id", "name"]), quasi="age", confidential="income"
    )
    assert both.data == release.data


def test_domains_missing_codes_and_kinds_reach_the_library():
    with pytest.raises(sf.Error, match="domain"):
        sf.mask(PEOPLE, "laplace", columns=["income"])
    assert sf.mask(PEOPLE, "laplace", columns=["income"], domain={"income": (0, 500000)}).guarantee["epsilon"] == 1
    coded = {"income": [100, -9, 300, 400]}
    assert sf.inspect(coded, missing={"income": -9}).columns[0]["missing"] == 1
    assert (
        sf.inspect(
            {"size": ["s", "m", "l"]}, schema=sf.Schema(kind={"size": "ordinal"}, order={"size": ["s", "m", "l"]})
        ).columns[0]["kind"]
        == "ordinal"
    )


@pytest.mark.parametrize(
    "arguments", [{"quasi": 3}, {"domain": [0, 1]}, {"domain": {"age": 3}}, {"quasi": "age", "confidential": "age"}]
)
def test_wrong_schemas_are_errors(arguments):
    with pytest.raises(sf.Error):
        sf.Schema(**arguments)


@pytest.mark.parametrize(
    "schema",
    [
        sf.Schema(columns={"age": {"rolle": "quasi-identifier"}}),
        sf.Schema(quasi="aged"),
        {"age": 3},
        sf.Schema(domain={"sex": (0, 1)}),
    ],
)
def test_wrong_declarations_are_errors_of_the_library(schema):
    with pytest.raises((sf.Error, TypeError, ValueError)):
        sf.inspect(PEOPLE, schema=schema)


def test_a_recipe_is_that_of_the_program(tmp_path):
    made = sf.Recipe(
        [
            {"method": "mdav", "columns": ["income", "tax"], "k": 4},
            ("rank_swapping", {"columns": "savings", "window": 10}),
        ],
        keep_integers=True,
    )
    assert made.to_toml() == RECIPE
    made.save(tmp_path / "recipe.toml")
    loaded = sf.Recipe.load(tmp_path / "recipe.toml")
    assert loaded == made == sf.Recipe.parse(RECIPE) and repr(loaded) == "Recipe(mdav + rank-swapping)"
    one = made.apply(PEOPLE, seed=1)
    assert (
        one.data
        == loaded.apply(PEOPLE, seed=1).data
        == sf.mask(PEOPLE, recipe=RECIPE, seed=1).data
        == sf.mask(PEOPLE, recipe=made.to_dict(), seed=1).data
    )
    assert one.method == "recipe" and one.columns == ["income", "tax", "savings"]
    assert "Verdict" in one.report() and "Verdict" in sf.mask(PEOPLE, recipe=RECIPE, seed=1).report()


def test_steps_of_a_recipe_can_bring_tables():
    levels = [[level, "lower" if "primary" in level else "higher"] for level in sorted({*PEOPLE["education"]} - {None})]
    recipe = sf.Recipe(
        [
            {"method": "recoding", "columns": ["education"], "hierarchy": {"education": levels}},
            {"method": "mdav", "columns": ["income"]},
        ]
    )
    assert set(recipe.apply(PEOPLE).data["education"]) <= {"lower", "higher", None}


@pytest.mark.parametrize("steps", ["mdav", [3], [{"k": 3}], [{"method": 3}], {"method": "mdav"}])
def test_wrong_steps_are_errors(steps):
    with pytest.raises(sf.Error):
        sf.Recipe(steps)


def test_wrong_recipes_are_errors_with_their_place():
    with pytest.raises(sf.Error, match="line 1"):
        sf.Recipe.parse("steps = [")
    with pytest.raises(sf.Error) as caught:
        sf.Recipe([{"method": "mdav", "kk": 3}]).apply(PEOPLE)
    assert "kk" in str(caught.value)
    with pytest.raises(sf.Error):
        sf.mask(PEOPLE, recipe=3)
    with pytest.raises(sf.Error):
        sf.Recipe.load("there-is-no-such-file.toml")


def test_a_plan_runs_on_frames(tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN)
    plan = sf.load_plan(tmp_path / "plan.toml")
    result = sf.run_plan(plan, PEOPLE)
    assert result.frame()["label"] == ["mdav k=3", "mdav k=10"] and result.frame()["measures.emd.value"][0] > 0
    assert result.attained == (result.winner is not None)
    assert result.to_dict() and "<html" in result.report(tmp_path / "plan.html").read_text()
    again = sf.run_plan(PLAN, {"people.parquet": PEOPLE})
    assert [part.winner_method for part in again.parts] == [part.winner_method for part in result.parts]
    assert "mdav" in repr(sf.run_plan(PLAN, PEOPLE, dry_run=True))
    with pytest.raises(sf.Error):
        sf.run_plan({"data": []}, PEOPLE)


def test_a_recipe_keeps_what_was_given():
    recipe = sf.Recipe([{"method": "mdav", "columns": ["income"], "k": 3, "fill": False}])
    assert recipe.to_toml() == '[[steps]]\nmethod = "mdav"\ncolumns = ["income"]\nk = 3\nfill = false\n'
    assert sf.Recipe.parse(recipe.to_toml()) == recipe
    assert recipe.apply(PEOPLE).columns == ["income"]
