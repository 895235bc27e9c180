"""Columns whose labels are no texts: numbers, None, dates, and the tuples of several levels select the column that has
the label, wherever columns are named."""

import datetime

import pytest

import sfumato as sf

VALUES = [1.0, 2.0, 3.0, 4.0, 5.0, 60.0]
MASKED = [2.0, 2.0, 2.0, 23.0, 23.0, 23.0]  # the means of groups of three
LABELS = [0, 1.5, None, True, ("a", "x"), ("a", 1), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1)]


@pytest.mark.parametrize("label", LABELS, ids=repr)
def test_a_label_selects_its_column(label):
    data = {label: VALUES, "other": VALUES}
    text = str(label)
    for arguments in ({"columns": [label]}, {"quasi": [label]}, {"schema": sf.Schema(confidential=[label])}):
        release = sf.mask(data, "mdav", k=3, **arguments)
        assert release.columns == [text] and release.data == {label: MASKED, "other": VALUES}
    recipe = sf.Recipe([{"method": "mdav", "columns": [label], "k": 3}])
    assert recipe.apply(data).data == {label: MASKED, "other": VALUES}
    scores = sf.measure(data, release, columns=[label], measures="um")
    assert scores["um"].value is not None
    assert list(sf.mask(data, "mdav", columns=["other"], drop=[label], k=3).data) == ["other"]


@pytest.mark.parametrize("label", LABELS, ids=repr)
def test_a_label_names_one_column(label):
    data = {label: ["u", "u", "u", "v", "v", "v"], "x": VALUES}
    inside = sf.mask(data, "mdav", columns=["x"], within=label, k=3).data["x"] if label is not None else MASKED
    assert inside == MASKED
    table = sf.tabulate(data, by=[label], sum=["x"])
    assert table.dimensions == [str(label)]
    assert sf.tabulate({"x": data[label], label: VALUES}, by="x", sum=[label]).dimensions == ["x"]
    if label is not None:
        weighted = sf.mask({label: VALUES, "x": VALUES}, "mdav", columns=["x"], weight=label, k=3)
        assert weighted.columns == ["x"]
    declared = sf.Schema(domain={label: (0, 100)}, kind={label: "numeric"})
    assert declared.to_dict() == {str(label): {"domain": [0, 100], "kind": "numeric"}}


def test_several_crossings_of_labels():
    data = {0: ["u", "v"] * 3, 1.5: ["r", "s", "s"] * 2, ("a", "x"): ["p", "q", "q"] * 2}
    assert sf.tabulate(data, by=[0, 1.5]).dimensions == ["0", "1.5"]
    assert sf.tabulate(data, by=[0, ("a", "x")]).dimensions == ["0", "('a', 'x')"]
    assert sf.tabulate(data, by=[(0, 1.5), [0, ("a", "x")]]).dimensions == ["0", "1.5", "('a', 'x')"]
    for wrong in ([], 3, [[]], [[[0]]], {"0": 1}):
        with pytest.raises(sf.Error) as caught:
            sf.tabulate(data, by=wrong)
        assert caught.value.parameter == "by"


def test_labels_of_pandas():
    pd = pytest.importorskip("pandas")
    levels = pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")])
    frame = pd.DataFrame({0: VALUES, 1: VALUES})
    frame.columns = levels
    for columns in ([("a", "x")], levels[:1]):
        release = sf.mask(frame, "mdav", columns=columns, k=3).data
        assert list(release.columns) == list(levels)
        assert list(release[("a", "x")]) == MASKED and list(release[("a", "y")]) == VALUES
    for labels in (pd.to_datetime(["2020-01-01", "2020-02-01"]), pd.RangeIndex(2), pd.Index([0.5, 1.0])):
        frame.columns = labels
        release = sf.mask(frame, "mdav", columns=labels[:1], k=3).data
        assert list(release.iloc[:, 0]) == MASKED and list(release.iloc[:, 1]) == VALUES
        assert list(sf.mask(frame, "mdav", columns=[labels[0]], k=3).data.iloc[:, 0]) == MASKED
