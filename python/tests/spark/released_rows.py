"""How a release on Spark is compared with that of one machine: its records bit for bit, and what is said of it."""

import math


def cell(value):
    """A number by its bits; what is not a number is missing."""
    if isinstance(value, float):
        return None if math.isnan(value) else value.hex()
    return value


def plain(table):
    """The rows of a table of Arrow, as they are compared."""
    return [tuple(cell(value) for value in row.values()) for row in table.to_pylist()]


def collected(release):
    return plain(release.data.toArrow())


def expect_same(release, alone, order=None, in_order=True, types=False):
    """`order`: sort both by this column first; not `in_order`: the records may be in any order; `types`: those of columns count."""
    made, expected = release.data.toArrow(), alone.data
    if order is not None:
        made, expected = made.sort_by(order), expected.sort_by(order)
    assert release.data.columns == alone.data.column_names
    if in_order:
        assert plain(made) == plain(expected)
    else:
        assert sorted(map(repr, plain(made))) == sorted(map(repr, plain(expected)))
    if types:
        assert [str(kind) for kind in made.schema.types] == [str(kind).replace("large_", "") for kind in expected.schema.types]
    assert release.details == alone.details
    assert release.warnings == alone.warnings
    assert release.mapping == alone.mapping
    assert release.schema == alone.schema
