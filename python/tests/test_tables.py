"""Tables of cells: tabulated, checked, protected and audited in chains, published without what is suppressed."""

import json
import pickle

import pytest

import sfumato as sf

COMPANIES = sf.sample("companies", rows=300, seed=1, like={})
BY = ["region", "legal_form"]


@pytest.fixture(scope="module")
def table():
    return sf.tabulate(COMPANIES, by=BY, sum="turnover", holding="holding")


@pytest.fixture(scope="module")
def checked(table):
    return table.check([sf.rules.p_percent(15)])


def test_a_table_has_all_margins(table):
    frame = table.frame()
    totals = [
        value
        for region, form, value in zip(frame["region"], frame["legal_form"], frame["value"])
        if region == form == "Total"
    ]
    assert totals == [sum(COMPANIES["turnover"])] and table.dimensions == BY
    assert "Total" in repr(table) and table.to_dict()["cells"] == len(frame["value"])


def test_names_may_have_quotes_and_commas():
    data = {'a"b': list("pqrs") * 25, "ab": list("xy") * 50, '"c",d': list("uv") * 50, "v": [1.0] * 100}
    made = sf.tabulate(data, by=['a"b', '"c",d'], sum="v")
    assert made.dimensions == ['a"b', '"c",d']


def test_the_chain_of_the_interface(table):
    audit = table.check(["p-percent=15"]).suppress(work_limit=1).audit()
    assert audit.safe and all(cell["safe"] for cell in audit.cells)
    assert not table.check("p-percent=15").audit().safe


def test_checks_say_which_cells_and_why(checked):
    assert not checked.safe and checked.unsafe == 15 == len(checked.cells)
    assert checked.cells[0]["rules"] == ["p-percent=15"]
    assert checked.frame()["status"].count("u") == 15
    assert sf.tabulate(COMPANIES, by="region", sum="turnover").check("frequency=3", safety_range=20).safe


def test_suppressed_values_are_not_published(checked, tmp_path):
    made = checked.suppress(work_limit=1)
    assert made.safe and made.status == "optimal" and made.audit_result["safe"]
    values = made.frame()["value"]
    assert values.count(None) == 15 + made.to_dict()["secondary"]
    made.publish(tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text().splitlines()
    assert lines[0] == "region,legal_form,value" and sum(line.endswith(",") for line in lines) == values.count(None)


def test_a_protection_that_fails_has_no_table(checked):
    made = checked.round(base=1000, work_limit=1)
    assert not made.safe and made.table is None and made.warnings
    for use in (made.frame, made.publication, made.suppress, lambda: made.save("nothing")):
        with pytest.raises(sf.Error):
            use()


def test_adjustment_is_audited_against_the_table_that_it_was_made_of(checked):
    made = checked.adjust(work_limit=1)
    assert made.safe and None not in made.frame()["value"]
    audit = made.audit()
    assert audit.cells and "attacker_set" in audit.cells[0]
    assert checked.audit(adjusted=made).to_dict() == audit.to_dict()


def test_rounding_recoding_and_comparison(checked):
    rounded = checked.round(base=100000, work_limit=1)
    assert rounded.safe and all(value % 100000 == 0 for value in rounded.frame()["value"])
    assert checked.recode().safe
    compared = checked.compare(methods=["suppress-hypercube", "round"], work_limit=1)
    assert (
        compared.winner == "suppress-hypercube" == compared.ranking[0]["method"] and None in compared.frame()["value"]
    )


def test_perturbation_with_a_ptable():
    keys = [(7919 * (row + 1) % 10007) / 10007 for row in range(300)]
    counts = sf.tabulate({**COMPANIES, "key": keys}, by=BY, counts=True, record_key="key")
    noise = sf.ptable(2, largest=4)
    assert noise.text.startswith("i;") or "," in noise.text or ";" in noise.text
    made = counts.perturb(noise)
    assert made.frame()["value"] == counts.perturb(noise.text).frame()["value"] != counts.frame()["value"]
    with pytest.raises(TypeError):
        sf.ptable()


def test_hierarchies_means_weights_and_linked_tables():
    regions = sorted({*COMPANIES["region"]})
    tree = {"one": {name: {} for name in regions[:4]}, "two": {name: {} for name in regions[4:]}}
    table = sf.tabulate(COMPANIES, by=BY, sum="turnover", hierarchies={"region": tree})
    assert {"one", "two"} <= set(table.frame()["region"])
    means = sf.tabulate(COMPANIES, by=BY, mean="turnover", weight="employees")
    assert set(means.frame()["response"]) == {"turnover", "count"}
    linked = sf.tabulate(COMPANIES, by=[["region", "legal_form"], ["region", "sector"]], sum="turnover")
    assert linked.to_dict()["tables"] == 2
    odd = sf.tabulate({"a,b": ["x", "y"], "v": [1, 2]}, by=["a,b"], sum="v")
    assert odd.dimensions == ["a,b"]


def test_tables_are_saved_loaded_and_pickled(checked, tmp_path):
    checked.save(tmp_path / "table.json")
    loaded = sf.load_table(tmp_path / "table.json", like={})
    assert loaded.frame() == checked.frame() and loaded.suppress(work_limit=1).safe
    assert json.loads((tmp_path / "table.json").read_text())["format"] == "sfumato-table"
    back = pickle.loads(pickle.dumps(checked))
    assert list(back.frame()["value"]) == checked.frame()["value"] and back.suppress(work_limit=1).safe
    (tmp_path / "other.json").write_text("{}")
    for name in ("other.json", "missing.json"):
        with pytest.raises(sf.Error):
            sf.load_table(tmp_path / name)
    assert "<html" in checked.report(tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    "use",
    [
        lambda table: table.check([]), lambda table: table.check(["p-percents=15"]), lambda table: table.check(["p-percent=200"]),
        lambda table: table.check(15), lambda table: table.suppress(algorithm="best"), lambda table: table.round(base=-1),
        lambda table: sf.tabulate(COMPANIES, by=["regions"]), lambda table: sf.tabulate(COMPANIES, by=[]), lambda table: sf.tabulate(COMPANIES, by=3),
        lambda table: sf.tabulate(COMPANIES, by=BY, sum="region"), lambda table: sf.tabulate(COMPANIES, by=BY, hierarchies={"region": 3}),
    ],
)  # fmt: skip
def test_wrong_arguments_are_errors(table, use):
    with pytest.raises(sf.Error):
        use(table)
