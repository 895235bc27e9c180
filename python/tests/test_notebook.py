"""Views in a notebook: well-formed, warnings first, with the library's pictures, and every name and value escaped."""

import base64
import re
import xml.etree.ElementTree

import pytest

import sfumato as sf

ATTACK = "<img src=x onerror=alert(1)>"
PEOPLE = sf.sample("people", rows=120, seed=1, like={})
EVIL = {
    ATTACK: [float(value % 97) for value in range(60)],
    "sex": [ATTACK, "w"] * 30,
    "income": [float(value * value % 89) for value in range(60)],
}
EVIL["sex"] = ["</pre><script>alert(1)</script>" if value == "w" else value for value in EVIL["sex"]]


def well_formed(html):
    return xml.etree.ElementTree.fromstring(html)


def views():
    columns = [ATTACK, "income"]
    release = sf.mask(EVIL, "mdav", columns=columns)
    yield "release", release
    yield "recipe", sf.Recipe([{"method": "mdav", "columns": columns}]).apply(EVIL)
    yield "scores", sf.measure(EVIL, release, measures=["emd", "um"], columns=columns)
    yield "scores with pages", sf.measure(EVIL, release, measures=["emd", "um"], columns=columns, report=True)
    yield (
        "comparison",
        sf.compare(
            EVIL,
            columns=columns,
            equal={"distance-linkage": 20},
            rank_by="emd",
            methods=["mdav"],
            tolerance="50%",
            seed=1,
        ),
    )
    yield "inspection", sf.inspect(EVIL)
    yield "fitting methods", sf.fitting_methods(EVIL, columns=columns)
    yield "verification", sf.verify(release, {"income": 4})
    table = sf.tabulate(EVIL, by=["sex"], sum=ATTACK)
    yield "table", table
    yield "check", table.check("frequency=100", safety_range=20)
    yield "audit", table.check("frequency=100", safety_range=20).audit()


@pytest.mark.parametrize("name, result", list(views()), ids=lambda value: value if isinstance(value, str) else "")
def test_views_are_well_formed_and_names_and_values_are_escaped(name, result):
    html = result._repr_html_()
    root = well_formed(html)
    assert not [element for element in root.iter() if element.tag not in {
        "div", "style", "h4", "p", "table", "thead", "tbody", "tr", "th", "td", "pre", "img"}]  # fmt: skip
    for element in root.iter():
        assert not [attribute for attribute in element.attrib if attribute not in ("class", "alt", "src")]
        assert element.attrib.get("src", "data:image/svg+xml;base64,").startswith("data:image/svg+xml;base64,")
    for picture in re.findall(r'base64,([^"]*)"', html):
        drawn = well_formed(base64.b64decode(picture))
        assert not [element for element in drawn.iter() if element.tag.endswith("script")]
        assert not [name for element in drawn.iter() for name in element.attrib if name.lower().startswith("on")]
    assert ATTACK not in html


def test_warnings_come_first():
    release = sf.mask(PEOPLE, "mdav", columns=["income", "tax"], schema=sf.sample_schema("people"))
    root = well_formed(release._repr_html_())
    grades = [child.attrib.get("class") for child in root if child.tag == "p"]
    assert grades[0] == "stop" and [child.tag for child in root].index("table") > len(grades)


def test_a_comparison_shows_the_ranking_and_the_map_of_risk_and_utility():
    result = sf.compare(
        PEOPLE,
        columns=["income", "tax"],
        equal={"distance-linkage": 10},
        rank_by="emd",
        methods=["mdav", "additive-noise"],
        tolerance="30%",
        seed=1,
    )
    root = well_formed(result._repr_html_())
    bold = [row for row in root.iter("tr") if row.attrib.get("class") == "winner"]
    assert len(bold) == 1 and result.winner.method in "".join(bold[0].itertext())
    assert next(root.iter("img")).attrib["alt"] == "emd against distance-linkage"


def test_a_release_shows_its_columns_before_and_after():
    release = sf.mask(PEOPLE, "mdav", columns=["income", "tax"])
    titles = [element.attrib["alt"] for element in well_formed(release._repr_html_()).iter("img")]
    assert titles == ["income before and after", "tax before and after"]
