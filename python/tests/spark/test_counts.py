"""Measures, tables, inspections and generalizations of DataFrames of Spark, in 1, 4 and 7 partitions, against those of the same
records on one machine."""

import json
import math

import pyarrow as pa
import pytest

import sfumato as sf
from sfumato import spark as on_spark

PARTITIONS = (1, 4, 7)


def people(rows=600):
    """Made-up people with missing keys, weights and units."""
    table = sf.sample("people", rows=rows, seed=3)
    table = table if isinstance(table, pa.Table) else pa.Table.from_pandas(table, preserve_index=False)
    ages = [None if row % 23 == 0 else int(age) // 10 * 10 for row, age in enumerate(table["age"].to_pylist())]
    regions = [None if row % 31 == 0 else text for row, text in enumerate(table["region"].to_pylist())]
    return pa.table(
        {
            "age": pa.array(ages, pa.int32()),
            "region": pa.array(regions, pa.string()),
            "sex": table["sex"].cast(pa.string()),
            "illness": pa.array([("flu", "cold", "none")[(row * row) % 3] for row in range(rows)]),
            "weight": pa.array([1.0 + 0.1 * (row % 37) for row in range(rows)]),
            "person": pa.array([None if row % 29 == 0 else row // 2 for row in range(rows)], pa.int64()),
            "income": pa.array([float(row * 7919 % 1000) / 8 for row in range(rows)]),
        }
    )


ROLES = {"quasi": ["age", "region", "sex"], "confidential": ["illness"]}
MEASURES = [
    "k-anonymity", "l-diversity", "t-closeness", "uniqueness", "individual-risk", "reidentification", "suda",
    "identifying-power",
]  # fmt: skip


@pytest.fixture(scope="module")
def frame(spark):
    return spark.createDataFrame(people())


def entries(scores):
    return {name: score._asdict() for name, score in scores.items()}


def same(found, expected):
    assert json.dumps(entries(found), default=str, sort_keys=True) == json.dumps(
        entries(expected), default=str, sort_keys=True
    )


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_measures_are_those_of_one_machine(frame, partitions):
    some = frame.repartition(partitions)
    columns = ["age", "region", "sex", "illness"]
    expected = sf.measure(people().select(columns), measures=MEASURES, **ROLES)
    same(on_spark.measure(some, measures=MEASURES, **ROLES), expected)


@pytest.mark.parametrize("partitions", PARTITIONS)
@pytest.mark.parametrize("roles", [{"weight": "weight"}, {"unit": "person"}, {"weight": "weight", "unit": "person"}])
def test_weights_and_units_are_those_of_one_machine(frame, partitions, roles):
    taken = ["k-anonymity", "uniqueness", "individual-risk", "reidentification"]
    settings = {"individual-risk": {"missing_as": "category"}, "k-anonymity": {"alpha": 0.3}}
    expected = sf.measure(people(), measures=taken, set=settings, **ROLES, **roles)
    same(on_spark.measure(frame.repartition(partitions), measures=taken, set=settings, **ROLES, **roles), expected)


def coarse(table):
    ages = [None if age is None else age // 20 * 20 for age in table["age"].to_pylist()]
    return table.set_column(0, "age", pa.array(ages, pa.int32()))


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_masked_frames_are_compared_as_on_one_machine(spark, frame, partitions):
    masked = coarse(people())
    expected = sf.measure(people(), masked, no_mapping=True, measures=["contingency", "k-anonymity"], **ROLES)
    found = on_spark.measure(
        frame.repartition(partitions),
        spark.createDataFrame(masked).repartition(partitions + 1),
        measures=["contingency", "k-anonymity"],
        **ROLES,
    )
    same(found, expected)


def test_without_names_all_measures_are_taken(spark, frame):
    masked = spark.createDataFrame(coarse(people()))
    asked = {**ROLES, "seed": 3}
    found = on_spark.measure(frame.repartition(3), masked, **asked)  # which record is which is not known
    expected = sf.measure(people(), coarse(people()), no_mapping=True, **asked)
    assert list(found) == list(expected)
    for name in ("k-anonymity", "individual-risk", "uniqueness", "reidentification", "contingency"):
        assert found[name] == expected[name]
    assert found.to_dict()["before"] == expected.to_dict()["before"]


def test_too_many_keys_are_refused_before_they_are_collected(frame):
    with pytest.raises(sf.Error) as caught:
        on_spark.measure(frame, measures=["k-anonymity"], driver_limit=5, **ROLES)
    assert caught.value.parameter == "driver_limit"
    with pytest.raises(sf.Error):
        on_spark.measure(frame, measures=["k-anonymity"], driver_limit=0, **ROLES)


def test_measures_of_single_records_are_refused(frame):
    with pytest.raises(sf.Error, match="compares a masked file"):
        on_spark.measure(frame, measures=["emd"], **ROLES)
    with pytest.raises(sf.Error, match="not a data frame of Spark"):
        on_spark.measure(people(), measures=["k-anonymity"], **ROLES)


def test_a_weight_that_is_negative_gives_a_note(spark):
    table = people(50)
    weights = table["weight"].to_pylist()
    weights[20] = -1.0
    table = table.set_column(4, "weight", pa.array(weights))
    found = on_spark.measure(spark.createDataFrame(table), measures=["individual-risk"], weight="weight", **ROLES)
    assert found["individual-risk"].value is None
    assert "missing or negative" in found["individual-risk"].note


def companies(rows=400):
    return pa.table(
        {
            "region": pa.array([None if row % 41 == 0 else "ABC"[row % 7 % 3] for row in range(rows)]),
            "sector": pa.array(["xyz"[(row * row) % 5 % 3] for row in range(rows)]),
            "turnover": pa.array(
                [None if row % 37 == 0 else (row * 7919 % 997) / (8 if row > 200 else 1) for row in range(rows)]
            ),
            "weight": pa.array([1.0 + (row % 4) / 4 for row in range(rows)]),
            "group": pa.array([None if row % 9 == 0 else f"g{row % 60}" for row in range(rows)]),
            "share": pa.array([(row * 7919 % 1000) / (1000 if row > 100 else 10000) for row in range(rows)]),
            "number": pa.array([row * 7919 % 256 for row in range(rows)]),
            "person": pa.array([f"p{row % 390}" for row in range(rows)]),
        }
    )


TABLES = [
    {"by": ["region", "sector"], "sum": "turnover"},
    {"by": ["region", "sector"], "sum": "turnover", "holding": "group", "weight": "weight", "keep": 3},
    {"by": [["region", "sector"], ["region"]], "mean": "turnover", "counts": True},
    {"by": "sector"},
    {"by": ["region", "sector"], "mean": "turnover", "record_key": "share"},
    {"by": ["region", "sector"], "record_key": "number", "record_key_range": 256},
    {"by": [["region", "sector"], ["region"]], "record_key": "person", "key": "a secret of the office"},
]


@pytest.mark.parametrize("partitions", PARTITIONS)
@pytest.mark.parametrize("asked", TABLES)
def test_tables_are_those_of_one_machine(spark, partitions, asked):
    # Partitions in the order of the records, which number contributors.
    frame = spark.createDataFrame(companies()).coalesce(1)
    rows = frame.rdd.zipWithIndex().collect()
    size = math.ceil(len(rows) / partitions)
    parts = spark.sparkContext.parallelize([row for row, _ in rows], partitions)
    assert parts.getNumPartitions() == partitions and size > 0
    frame = spark.createDataFrame(parts, frame.schema)
    expected = sf.tabulate(companies(), **asked)
    found = on_spark.tabulate(frame, **asked)
    assert found.table == expected.table
    assert found.to_dict()["records"] == expected.to_dict()["records"]
    assert found.warnings == expected.warnings
    if "record_key" in asked and "mean" not in asked:
        noise = sf.ptable(variance=2, largest=4)
        assert found.perturb(noise).table == expected.perturb(noise).table != expected.table
    checked = found.check(["p-percent=15"]) if "sum" in asked else found
    if "sum" in asked:
        assert checked.unsafe == expected.check(["p-percent=15"]).unsafe
        suppressed = checked.suppress(work_limit=1)
        assert suppressed.safe and suppressed.audit().safe


def test_a_table_of_a_column_that_is_not_there_is_refused(spark):
    frame = spark.createDataFrame(companies(30))
    with pytest.raises(sf.Error):
        on_spark.tabulate(frame, by=["country"])
    with pytest.raises(sf.Error):
        on_spark.tabulate(frame, by=["region"], sum="sector")
    with pytest.raises(sf.Error, match="driver"):
        on_spark.tabulate(frame, by=["region", "sector"], driver_limit=2)


def test_an_error_of_a_task_is_that_of_one_machine(spark):
    table = companies(50)
    weights = table["weight"].to_pylist()
    weights[33] = -1.0
    table = table.set_column(table.column_names.index("weight"), "weight", pa.array(weights))
    frame = spark.createDataFrame(table).coalesce(1)
    for asked in ({"weight": "weight"}, {"record_key": "number"}, {"record_key": "turnover"}):
        with pytest.raises(sf.Error) as expected:
            sf.tabulate(table, by="sector", **asked)
        with pytest.raises(sf.Error) as found:
            on_spark.tabulate(frame, by="sector", **asked)
        for part in ("message", "hint", "code", "status"):
            assert getattr(found.value, part) == getattr(expected.value, part)


AGES = [[str(age), f"{age // 20 * 20}+", "*"] for age in range(0, 110, 10)]


@pytest.mark.parametrize("partitions", PARTITIONS)
@pytest.mark.parametrize("model", [None, "l-diversity:illness:distinct:2"])
def test_generalization_is_that_of_one_machine(frame, partitions, model):
    schema = sf.Schema(quasi=["age", "region", "sex"], confidential="illness", hierarchy={"age": AGES})
    chosen = {"k": 5, "suppress": 3.0, **({"model": model} if model else {})}
    columns = ["age", "region", "sex"]
    expected = sf.mask(people(), "generalization", columns=columns, schema=schema, **chosen)
    found = on_spark.generalize(frame.repartition(partitions), columns=columns, schema=schema, **chosen)
    for name in ("levels", "suppressed_records"):
        assert found.details[name] == expected.details[name]
    rows = found.data.toArrow()
    whole = pa.table(expected.data) if not isinstance(expected.data, pa.Table) else expected.data
    assert sorted(map(str, rows.to_pylist())) == sorted(map(str, whole.select(rows.column_names).to_pylist()))
    assert found.records == 600
    reading = {"k-anonymity": {"missing_as": "category"}}
    smallest = on_spark.measure(found.data, measures=["k-anonymity"], keys=columns, set=reading)
    assert smallest["k-anonymity"].value >= 5
    assert not any(one["broken"] for one in found.verification["models"] if "broken" in one)


def test_generalization_that_cannot_be_is_refused(frame):
    with pytest.raises(sf.Error):
        on_spark.generalize(frame, columns=["age"], k=100000)
    with pytest.raises(sf.Error):
        on_spark.generalize(frame, columns=["age"], unknown=1)


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_inspections_have_the_numbers_of_one_machine(frame, partitions):
    expected = sf.inspect(people(), **ROLES)
    found = on_spark.inspect(frame.repartition(partitions), **ROLES)
    assert found.rows == expected.rows
    assert found.uniqueness == expected.uniqueness
    for one, other in zip(found.columns, expected.columns):
        for name in ("name", "type", "kind", "role", "missing", "distinct", "once_percent", "min", "max", "mean"):
            assert one.get(name) == other.get(name), (one["name"], name)
    assert found.schema == expected.schema


def odd_columns(rows=200):
    """Names with dots and spaces, dates, codes of missing values, and numbers with a fraction."""
    import datetime

    first = datetime.date(2020, 1, 1)
    return pa.table(
        {
            "birth.date": pa.array([first + datetime.timedelta(days=31 * (row % 5)) for row in range(rows)]),
            "the `code`": pa.array([(-9, 1, 2)[row * row % 3] for row in range(rows)]),
            "share": pa.array([float("nan") if row % 17 == 0 else (row % 4) / 4 for row in range(rows)]),
            "group": pa.array([None if row % 50 == 0 else "-" if row % 20 == 0 else f"g{row % 40}" for row in range(rows)]),
        }
    )


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_odd_names_dates_and_codes_of_missing_values(spark, partitions):
    names = ["birth.date", "the `code`", "share"]
    declared = {"missing": {"the `code`": [-9], "group": ["-"]}, "quasi": names, "unit": "group"}
    taken = ["k-anonymity", "uniqueness", "suda"]
    expected = sf.measure(odd_columns(), measures=taken, **declared)
    found = on_spark.measure(spark.createDataFrame(odd_columns()).repartition(partitions), measures=taken, **declared)
    same(found, expected)


def test_a_comparison_says_that_it_is_approximate(frame):
    found = on_spark.compare(
        frame, methods=["generalization"], equal={"k-anonymity": 4}, columns=ROLES["quasi"], sample_rows=300, **ROLES
    )
    assert found.approximate and 200 < found.sample_rows < 400
    assert found.method == "generalization" and found.release.data.count() == 600
    kept = found.confirmed["k-anonymity"]
    assert kept.role == "target" and kept.target == 4 and kept.safe == (kept.value >= 4) == found.reached
    assert "approximate: calibrated on a sample of" in repr(found)


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_households_are_those_of_one_machine(spark, frame, partitions):
    asked = {"measures": ["individual-risk"], "household": "person", "weight": "weight", **ROLES}
    same(on_spark.measure(frame.repartition(partitions), **asked), sf.measure(people(), **asked))
    if partitions != 4:
        return
    masked = coarse(people())
    found = on_spark.measure(frame.repartition(4), spark.createDataFrame(masked).repartition(3), **asked)
    expected = sf.measure(people(), masked, no_mapping=True, **asked)
    same(found, expected)
    assert found.to_dict()["before"] == expected.to_dict()["before"]


def test_households_of_units_are_said_not_to_be_measured(frame):
    found = on_spark.measure(frame, measures=["individual-risk"], household="region", unit="person", quasi=["age", "sex"])
    assert any("households" in warning.text for warning in found.warnings)
