"""Synthetic tables: measures that take a holdout, keys and a target, and finished releases in a comparison."""

import sfumato as sf

ORIGINAL = sf.sample("people", rows=400, seed=1, like={})
FRESH = sf.sample("people", rows=400, seed=2, like={})
HOLDOUT = sf.sample("people", rows=400, seed=3, like={})
SCHEMA = sf.sample_schema("people")
KEYS = ["age", "sex", "region", "education", "marital_status"]


def synthetic(masked):
    return sf.measure(
        ORIGINAL, masked, synthetic=True, holdout=HOLDOUT, keys=KEYS, target="income", schema=SCHEMA, seed=1
    )


def test_a_copy_is_found_and_a_fresh_table_is_not():
    copied, fresh = synthetic(ORIGINAL), synthetic(FRESH)
    assert copied["exact-copies"].value == 100
    assert copied["membership"].value > 95
    assert fresh["membership"].value < 62
    assert copied["attribute-inference"].value > fresh["attribute-inference"].value + 20
    assert any(one.grade == "stop" for one in copied.warnings)


def test_finished_releases_take_part_in_a_comparison():
    columns = ["income", "tax", "savings"]
    noise = sf.methods.additive_noise(ORIGINAL, columns=columns, amount=0.5, seed=1).data
    result = sf.compare(
        ORIGINAL, columns=columns, at_most={"distance-linkage": 60}, rank_by="um", methods=["mdav"],
        candidates={"by another tool": noise}, seed=1,
    )  # fmt: skip
    assert {one.method for one in result.ranking} == {"mdav", "by another tool"}
