"""What one table was fitted with, applied to the next: from Python and by the program alike."""

import stat

import pytest

import sfumato as sf

REGIONS = ["Reus", "Valls", "Vic", "Olot"]
TREE = [[name, "south" if name in ("Reus", "Valls") else "north", "*"] for name in REGIONS] + [["Girona", "north", "*"]]
ROLES = {"identifier": "name", "unit": "person", "quasi": ["age", "region"], "confidential": "income"}


def month(first, rows=80):
    numbers = range(first, first + rows)
    return {
        "name": [f"Name{i}" for i in numbers],
        "person": [f"p{i}" for i in numbers],
        "age": [20 + (i * 7) % 50 for i in numbers],
        "region": [REGIONS[i % 4] for i in numbers],
        "income": [1000 + 137 * (i % 60) for i in numbers],
    }


RECIPE = sf.Recipe(
    [
        {"method": "pseudonyms", "columns": ["person"], "how": "keyed", "key": "0123456789abcdef0123456789abcdef"},
        {"method": "top-coding", "columns": ["income"], "quantile": 0.9},
        {"method": "generalization", "columns": ["age", "region"], "k": 4, "suppress": 8, "hierarchy": {"region": TREE}},
    ]
)
KEY = "0123456789abcdef0123456789abcdef"


def test_the_same_table_gives_the_same_release():
    first = RECIPE.apply(month(0), fit=True, **ROLES)
    assert "version = 1" in first.fitted and "Name1" not in first.fitted and KEY not in first.fitted
    again = sf.mask(month(0), fitted=first.fitted, key=KEY)
    assert again.data == first.data and "name" not in again.data
    assert first.new is None and again.fitted is None


def test_new_records_are_compared_with_the_fit():
    first = RECIPE.apply(month(0), fit=True, **ROLES)
    later = month(30)
    for name, value in {"name": "New", "person": "q", "age": 33, "region": "Lleida", "income": 99999}.items():
        later[name] += [f"{value}{i}" if name == "person" else value for i in range(6)]
    release = sf.mask(later, fitted=first.fitted, key=KEY, earlier=first)
    assert release.new["unknown_categories"][0]["column"] == "region"
    assert release.new["unknown_categories"][0]["records"] == 6
    assert "Lleida" not in release.data["region"] and 99999 not in release.data["income"]
    assert release.earlier["links"][0]["linked"] == 50 and release.earlier["unit"] == "person"
    assert release.promises[0]["keys"] == ["age", "region"]
    several = sf.mask(later, fitted=first.fitted, key=KEY, earlier=[first.data, release], link="person")
    assert [link["linked"] for link in several.earlier["links"]] == [50, 86] and "together" in several.earlier
    assert "<html" in str(release.report(format="html"))


def test_a_file_is_written_and_read(tmp_path):
    path = tmp_path / "fitted.toml"
    release = sf.mask(month(0), "top-coding", columns="income", quantile=0.9, fit=path)
    assert path.read_text() == release.fitted and stat.S_IMODE(path.stat().st_mode) == 0o600
    for fitted in (path, str(path), release.fitted):
        assert sf.mask(month(0), fitted=fitted).data == release.data


def test_wrong_files_and_arguments_are_refused(tmp_path):
    fitted = sf.mask(month(0), "top-coding", columns="income", fit=True).fitted
    with pytest.raises(sf.Error, match="checksum"):
        sf.mask(month(0), fitted=fitted.replace('kind = "nominal"', 'kind = "ordinal"', 1))
    with pytest.raises(sf.Error, match="not a file that"):
        sf.mask(month(0), fitted="a = 1\n")
    with pytest.raises(sf.Error, match="columns"):
        sf.mask(month(0), fitted=fitted, columns="income")
    with pytest.raises(sf.Error, match="nothing to keep"):
        sf.mask(month(0), "mdav", columns="income", fit=True)
    with pytest.raises(sf.Error, match="cannot read"):
        sf.mask(month(0), fitted=tmp_path / "none.toml")
    with pytest.raises(sf.Error, match="fitted must be"):
        sf.mask(month(0), fitted=3)
    extra = {**month(0), "phone": ["555"] * 80}
    with pytest.raises(sf.Error, match="phone"):
        sf.mask(extra, fitted=fitted)
    assert "phone" not in sf.mask(extra, fitted=fitted, drop="phone").data
