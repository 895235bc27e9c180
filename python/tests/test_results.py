"""Results: plain attributes, frames, pages written complete or not at all, and nothing of the original in what is
stored."""

import copy
import os
import pickle
import stat
import xml.etree.ElementTree

import pytest

import sfumato as sf

PEOPLE = sf.sample("people", rows=150, seed=1, like={})
AMOUNTS = ["income", "tax"]


@pytest.fixture(scope="module")
def release():
    return sf.mask(PEOPLE, "mdav", columns=AMOUNTS, k=4)


def test_a_release_has_plain_attributes(release):
    assert release.method == "mdav" and release.parameters["k"] == 4
    assert release.columns == AMOUNTS and release.mapping == "same-rows" and release.guarantee == "none"
    assert release.promises[0]["models"][0] == {
        "model": "k-anonymity:4",
        "kept": True,
        "found": release.promises[0]["models"][0]["found"],
    }
    assert list(release.data) == list(PEOPLE) and release.frame() is release.data and release.copies == [release.data]
    assert release.data["sex"] == PEOPLE["sex"] and release.data["income"] != PEOPLE["income"]
    assert release.to_dict()["details"] == release.details and "report" not in release.to_dict()
    assert release.schema["release"]["method"] == "mdav"
    assert release.map is None


def test_parameters_of_a_release_can_be_given_again(release):
    noise = sf.methods.additive_noise(PEOPLE, columns=AMOUNTS, keep_moments=True, seed=3)
    again = sf.mask(PEOPLE, noise.method, columns=AMOUNTS, seed=3, **noise.parameters)
    assert again.data == noise.data


def test_several_copies_a_map_and_what_is_revealed():
    copies = sf.methods.multiple_imputation(PEOPLE, columns=AMOUNTS, copies=12, map=True, seed=1)
    assert len(copies.copies) == 12 and copies.copies[0] != copies.copies[1]
    assert copies.map["masked"] == list(range(1, 151)) == copies.map["original"]
    shuffled = sf.mask(PEOPLE, "rank-swapping", columns=AMOUNTS, shuffle=True, map=True, seed=1)
    places = dict(zip(shuffled.map["masked"], shuffled.map["original"]))
    assert [PEOPLE["record_id"][places[row + 1] - 1] for row in range(150)] == shuffled.data["record_id"]
    assert sf.methods.additive_noise(PEOPLE, columns=AMOUNTS, reveal=True, seed=1).reveal["method"] == "additive-noise"
    part = sf.methods.sampling(PEOPLE, columns=AMOUNTS, fraction=0.4, seed=1)
    assert len(part.data["income"]) == 60 and part.mapping == "subset" and part.map is None


def test_warnings_are_graded_and_the_worst_comes_first():
    schema = sf.sample_schema("people")
    made = sf.mask(PEOPLE, "mdav", columns=AMOUNTS, schema=schema)
    assert [one.grade for one in made.warnings] == sorted(
        (one.grade for one in made.warnings), key=["stop", "mind", "note"].index
    )
    assert made.warnings[0].grade == "stop" and "quasi-identifiers" in made.warnings[0].text
    assert str(made.warnings[0]).startswith("stop: ")


def test_pages_are_made_when_they_are_asked_for(release, tmp_path):
    assert release.report(tmp_path / "report.html") == tmp_path / "report.html"
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    for words in ("Verdict", "Before and after", "distance-linkage", "k-anonymity"):
        assert words in page
    later = sf.mask(PEOPLE, "mdav", columns=AMOUNTS, k=4, seed=9).report()
    at_once = sf.mask(PEOPLE, "mdav", columns=AMOUNTS, k=4, seed=9, report=True).report()
    assert later == at_once
    picture = release.report(tmp_path / "picture.svg", figure=2)
    assert xml.etree.ElementTree.fromstring(picture.read_text()).tag.endswith("svg")
    assert "mdav" in release.report(tmp_path / "report.txt").read_text() and "mdav" in release.report(format="text")
    assert sorted(os.listdir(tmp_path)) == ["picture.svg", "report.html", "report.txt"]


def test_a_page_of_a_shuffled_release_knows_its_map():
    for arguments in ({"map": True}, {}):
        made = sf.mask(PEOPLE, "mdav", columns=AMOUNTS, k=4, shuffle=True, seed=3, **arguments)
        assert "Verdict" in made.report()


def test_reports_refuse_what_cannot_be_written(release, tmp_path):
    with pytest.raises(sf.Error) as caught:
        release.report(tmp_path, format="text")
    assert "folder" in caught.value.message
    with pytest.raises(sf.Error):
        release.report(tmp_path / "missing" / "report.txt")
    with pytest.raises(sf.Error) as caught:
        release.report(format="pdf")
    assert caught.value.parameter == "format"
    for path in (tmp_path / "report.pdf", tmp_path / "report.md", tmp_path / "report", 3):
        with pytest.raises(sf.Error) as caught:
            release.report(path)
        assert caught.value.parameter == "path"
    assert os.listdir(tmp_path) == []
    with pytest.raises(sf.Error):
        release.report(format="svg", figure=99)
    target = tmp_path / "report.txt"
    target.write_text("old")
    target.chmod(0o640)
    release.report(target)
    assert target.read_text() != "old" and stat.S_IMODE(target.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["report.txt"]
    assert release.report(tmp_path / "page", format="text").read_text() == target.read_text()


def test_stored_results_have_no_original_data(release):
    secret = sf.mask({**PEOPLE, "note": ["a secret note"] * 150}, "mdav", columns=AMOUNTS, drop=["note"], k=4)
    stored = pickle.dumps(secret)
    assert b"a secret note" not in stored
    assert b"987654321" not in pickle.dumps(sf.mask(PEOPLE, "rank-swapping", columns=AMOUNTS, seed="987654321"))
    back = pickle.loads(stored)
    assert back.data == secret.data and back.details == secret.details and repr(back) == repr(secret)
    with pytest.raises(sf.Error) as caught:
        back.report()
    assert "report=True" in caught.value.hint
    kept = pickle.loads(pickle.dumps(sf.mask(PEOPLE, "mdav", columns=AMOUNTS, report=True)))
    assert kept.report().startswith("<!DOCTYPE html>")
    assert copy.deepcopy(release).data == release.data and copy.copy(release).report(format="text")


def test_scores_are_a_mapping(release, tmp_path):
    scores = sf.measure(
        PEOPLE,
        release,
        measures=["rank_linkage", "emd"],
        columns=AMOUNTS,
        set={"rank-linkage": {"zero": "floor"}},
        per_column=True,
        per_record=True,
        export_permutation=True,
    )
    assert list(scores) == ["rank-linkage", "emd"] and len(scores) == 2 and "emd" in scores
    assert scores["rank_linkage"] == scores["rank-linkage"] and scores["rank-linkage"].parameters["zero"] == "floor"
    assert scores["emd"].side == "utility" and scores["emd"].better == "lower" and scores["emd"].value > 0
    assert set(scores.per_column) == set(AMOUNTS)
    assert len(scores.per_record["rank-linkage"]) == 150 and "income_masked_rank" in scores.permutation
    assert scores.frame()["measure"] == ["rank-linkage", "emd"]
    with pytest.raises(KeyError):
        scores["um"]
    assert "<html" in scores.report(tmp_path / "scores.html").read_text()
    back = pickle.loads(pickle.dumps(scores))
    assert back["emd"] == scores["emd"] and back == scores
    again = sf.measure(PEOPLE, release.data, measures="emd", columns=AMOUNTS)
    assert again["emd"].value == scores["emd"].value == sf.measures.emd(PEOPLE, release, columns=AMOUNTS).value


def test_several_masked_tables_and_a_score_of_ones_own():
    releases = [sf.mask(PEOPLE, "mdav", columns=AMOUNTS, k=k) for k in (3, 6)]
    scores = sf.measure(PEOPLE, releases, measures=["emd", "sse"], columns=AMOUNTS, score="0.5*emd + 0.5*sse")
    assert len(scores.comparisons) == 2 and scores.comparisons[0]["emd"].value < scores.comparisons[1]["emd"].value
    assert scores.joint["measure"] == "distance-linkage"
    alone = sf.measure(PEOPLE, measures="k-anonymity", columns=["sex", "region"], keys=["sex", "region"])
    assert alone["k-anonymity"].value >= 1


@pytest.fixture(scope="module")
def comparison():
    return sf.compare(
        PEOPLE,
        columns=AMOUNTS,
        equal={"distance-linkage": [10, 20]},
        rank_by="emd",
        methods=["mdav", "additive_noise"],
        tolerance="30%",
        seed=2,
    )


def test_a_comparison_has_a_ranking_and_winners(comparison, tmp_path):
    assert len(comparison.parts) == 2 and comparison.attained
    assert comparison.parts[0].target["measure"] == "distance-linkage" and comparison.parts[1].target["target"] == 20
    best = comparison.ranking[0]
    assert best.reached and best.method == best["method"] == comparison.winner.method
    assert comparison.winner.parameters.keys() == best.parameters.keys()
    assert len(comparison.winner.data["income"]) == 150
    assert comparison.winner.data["income"] != PEOPLE["income"]
    assert comparison.parts[1].winner.data != comparison.winner.data
    frame = comparison.frame()
    assert frame["method"][0] == best.method and "emd" in frame
    assert "<html" in comparison.report(tmp_path / "comparison.html").read_text()
    assert "<svg" in comparison.report(tmp_path / "map.svg").read_text()
    assert {"method", "parameters", "attained", "reached", "ranks"} <= set(dir(comparison.ranking[0]))
    assert repr(comparison.parts[0]).startswith(f"ComparisonPart(distance-linkage {comparison.parts[0].target['target']}: ")
    assert repr(comparison.parts[0]).endswith(f"; winner {comparison.parts[0].winner_method})")
    back = pickle.loads(pickle.dumps(comparison))
    assert back.winner.data == comparison.winner.data and back.report() == comparison.report()
    with pytest.raises(AttributeError):
        best.nothing
    assert comparison.winner.columns == AMOUNTS and comparison.winner.method in repr(comparison.winner)
    assert comparison.winner.report() == comparison.report()


def test_a_target_that_no_method_reaches_is_an_answer():
    result = sf.compare(
        PEOPLE, columns=AMOUNTS, equal={"distance-linkage": 99.9}, rank_by="emd", methods=["mdav"], seed=2
    )
    assert not result.attained and result.winner is None and result.ranking[0].reason


def test_inspection_verification_and_fitting_methods(release):
    found = sf.inspect(PEOPLE)
    assert found.rows == 150 and found.frame()["name"] == list(PEOPLE)
    schema = sf.Schema.from_dict(found.schema)
    assert schema.to_dict()["age"]["role"] == "quasi-identifier"
    assert sf.inspect(PEOPLE, quasi="income").columns[9]["role"] == "quasi-identifier"
    mine = sf.verify(release, {"income": 10021, "tax": 0})
    assert mine.columns["income"]["mine"] == 10021 and mine.frame()["column"] == ["income", "tax"]
    fitting = sf.fitting_methods(PEOPLE, columns=AMOUNTS)
    assert (
        "mdav" in fitting.fitting
        and "pram" not in fitting.fitting
        and len(fitting.frame()["method"]) == len(fitting.methods)
    )


def test_texts_of_results_say_what_the_program_says(release):
    assert repr(release).startswith("method") and "k 4" in repr(release)
    assert "emd" in repr(sf.measure(PEOPLE, release, measures="emd", columns=AMOUNTS))
    assert "income" in repr(sf.inspect(PEOPLE))
    assert repr(sf.measures.emd(PEOPLE, release, columns=AMOUNTS)).startswith("Score(emd = ")


def test_frames_of_results_are_of_the_kind_that_came_in():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    for make, kind in ((pandas.DataFrame, pandas.DataFrame), (polars.DataFrame, polars.DataFrame)):
        people = sf.sample("people", rows=60, seed=1, like=make({"a": [1]}))
        assert isinstance(people, kind)
        made = sf.mask(people, "mdav", columns=AMOUNTS)
        assert isinstance(made.data, kind) and isinstance(sf.inspect(people).frame(), kind)
        scores = sf.measure(people, made, columns=AMOUNTS, measures="emd", per_record=False)
        assert isinstance(scores.frame(), kind)
        compared = sf.compare(
            people,
            columns=AMOUNTS,
            equal={"distance-linkage": 10},
            rank_by="emd",
            methods="mdav",
            tolerance="50%",
            seed=1,
        )
        assert compared.winner is None or isinstance(compared.winner.data, kind)


def test_labels_of_columns_may_be_numbers():
    pandas = pytest.importorskip("pandas")
    numbers = pandas.DataFrame([[row * 7 % 11, row * 5 % 13, row % 3] for row in range(40)])
    made = sf.mask(numbers, "mdav", columns=[0, 1], schema=sf.Schema(quasi=[0, 1], confidential=[2], domain={0: (0, 11)}))
    assert list(made.data.columns) == [0, 1, 2] and made.columns == ["0", "1"]
    named = sf.mask(pandas.DataFrame(PEOPLE)[AMOUNTS], "mdav", columns=pandas.Index(AMOUNTS))
    assert named.columns == AMOUNTS


def test_labels_of_rows_do_not_undo_a_shuffle():
    pandas = pytest.importorskip("pandas")
    people = pandas.DataFrame(PEOPLE).set_index("record_id")
    kept = sf.mask(people, "mdav", columns=AMOUNTS)
    assert list(kept.data.index) == list(people.index)
    shuffled = sf.mask(people, "mdav", columns=AMOUNTS, shuffle=True, map=True, seed=1)
    assert list(shuffled.data.index) == list(range(150)) and len(shuffled.map) == 150
    part = sf.methods.sampling(people, columns=AMOUNTS, fraction=0.4, seed=1)
    assert set(part.data.index) <= set(people.index)
    arguments = {
        "columns": AMOUNTS,
        "equal": {"distance-linkage": 10},
        "rank_by": "emd",
        "methods": "mdav",
        "tolerance": "50%",
    }
    assert list(sf.compare(people, seed=1, **arguments).winner.data.index) == list(people.index)
    assert list(sf.compare(people, seed=1, shuffle=True, **arguments).winner.data.index) == list(range(150))
