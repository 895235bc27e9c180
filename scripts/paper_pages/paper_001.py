"""The page on "General confidentiality and utility metrics for privacy-preserving data publishing based on the
permutation model"."""

from . import markdown as md
from . import permutation_split

NAME = "001-permutation-metrics"
TITLE = "General confidentiality and utility metrics for privacy-preserving data publishing"
COLUMNS = [2, 3, 4]
PLANS = ["001-microaggregation", "001-laplace", "001-noise", "001-ipso", "001-simulated"]
MEASURES = ["um", "cm1", "cm2"]
SHOWN_K = [2, 5, 10, 25, 50, 100, 200, 300, 400, 500]
EPSILON = ["0.01", "0.1", "1", "10", "25", "50", "100"]
SHOWN_NOISE = ["0.1", "0.25", "0.5", "0.75", "0.95"]


def by_columns(found):
    """The results with those of each set of columns by themselves, under names such as 001-laplace-2."""
    parts = {f"{name}-{n}": found[name].part(f"{n} columns")
             for name in ("001-microaggregation", "001-laplace") for n in COLUMNS}
    return found | parts


def all_k(results):
    return [int(results.cells[label]["k"]) for label in results.labels()]


def microaggregation_table(found):
    header = ["k"] + [f"{measure.upper()}, {n} columns" for measure in MEASURES for n in COLUMNS]
    rows = []
    for k in SHOWN_K:
        rows.append([k] + [md.give(found[f"001-microaggregation-{n}"].value(f"k = {k}", measure))
                           for measure in MEASURES for n in COLUMNS])
    return md.table(header, rows)


def failures(found, columns, bound):
    """The k at which UM is not above the bound."""
    results = found[f"001-microaggregation-{columns}"]
    return [k for k in all_k(results) if results.value(f"k = {k}", "um") <= bound]


def share_with(found, measure, holds):
    """In how many of the k a statement holds between 2 and 3 and between 3 and 4 columns, in percent."""
    kept = []
    for fewer, more in ((2, 3), (3, 4)):
        a, b = found[f"001-microaggregation-{fewer}"], found[f"001-microaggregation-{more}"]
        kept += [holds(a.value(f"k = {k}", measure), b.value(f"k = {k}", measure)) for k in all_k(a)]
    return 100 * sum(kept) / len(kept)


def steps(found, name, labels, measure, rising):
    """In how many steps to the next parameter a measure goes as it should, in percent."""
    values = found[name].column(measure, labels)
    good = [(b >= a) if rising else (b <= a) for a, b in zip(values, values[1:])]
    return 100 * sum(good) / len(good)


def first_failure(found, columns, bound):
    below = failures(found, columns, bound)
    return f"fails at {len(below)} of 103, first at k = {below[0]}" if below else "holds"


def microaggregation(found, correlations, published):
    bound = published["microaggregation"]["least-um"]
    text = "## k-anonymity by microaggregation (Figure 2)\n\n"
    text += (
        "MDAV for k = 2, …, 100 and 200, …, 500 on FICA and FEDTAX, with INTVAL, and with POTHVAL. The paper gives "
        "the curves as pictures alone; what its text says of them is checked below.\n\n")
    for number, measure in enumerate(MEASURES, 1):
        text += md.picture("001-microaggregation", number, f"{measure.upper()} by k, 2, 3 and 4 columns of Census")
    text += microaggregation_table(found)
    rows = [[f"UM above {bound} for all k, {n} columns", first_failure(found, n, bound)] for n in COLUMNS]
    for measure, rising in (("um", False), ("cm1", True), ("cm2", True)):
        trends, shares = [], []
        for n in COLUMNS:
            name = f"001-microaggregation-{n}"
            labels = found[name].labels()
            trends.append(md.fixed(
                correlations.value("spearman", ("k", measure), columns=f"{n} columns"), 2))
            shares.append(md.fixed(steps(found, name, labels, measure, rising), 0))
        rows.append([f"{measure.upper()} {'rises' if rising else 'falls'} with k",
                     f"Spearman {', '.join(trends)} (2, 3, 4 columns); {', '.join(shares)} % of single steps"])
    rows.append(["less utility with more columns",
                 f"at {md.fixed(share_with(found, 'um', lambda a, b: b < a), 0)} % of the k"])
    rows.append(["more confidentiality (CM1) with more columns",
                 f"at {md.fixed(share_with(found, 'cm1', lambda a, b: b > a), 0)} % of the k"])
    rows.append(["more confidentiality (CM2) with more columns",
                 f"at {md.fixed(share_with(found, 'cm2', lambda a, b: b > a), 0)} % of the k"])
    return text + md.claims(rows)


def with_more_columns(found, measure, rising):
    """At which ε a measure goes as it should from 2 to 3 and from 3 to 4 columns by more than two standard
    errors, and at which it goes the other way."""
    kept, broken = [], []
    for epsilon in EPSILON:
        label = f"ε = {epsilon}"
        for fewer, more in ((2, 3), (3, 4)):
            a, b = found[f"001-laplace-{fewer}"], found[f"001-laplace-{more}"]
            step = (b.value(label, measure) - a.value(label, measure)) * (1 if rising else -1)
            error = (a.error(label, measure) ** 2 + b.error(label, measure) ** 2) ** 0.5
            if step > 2 * error:
                kept.append(epsilon)
            elif step < -2 * error:
                broken.append(epsilon)
    return kept, broken


def more_columns(found, measure, rising):
    kept, broken = with_more_columns(found, measure, rising)
    both = [epsilon for epsilon in EPSILON if kept.count(epsilon) == 2]
    words = f"beyond the errors of five draws at ε = {', '.join(both)}"
    others = [epsilon for epsilon in EPSILON if epsilon in broken]
    return words + (f"; the other way at ε = {', '.join(others)}" if others else "; never the other way")


def against_groups(found):
    """Of all pairs of one k and one ε, on the same columns, the shares with more utility in groups, and with less
    confidentiality by CM1 and by CM2, in percent."""
    shares = []
    for measure, sign in (("um", 1), ("cm1", -1), ("cm2", -1)):
        wins = []
        for n in COLUMNS:
            groups, private = found[f"001-microaggregation-{n}"], found[f"001-laplace-{n}"]
            wins += [sign * groups.value(a, measure) > sign * private.value(b, measure)
                     for a in groups.labels() for b in private.labels()]
        shares.append(md.fixed(100 * sum(wins) / len(wins), 0))
    return shares


def laplace(found):
    text = "## Differential privacy by Laplace noise (Figure 3)\n\n"
    text += (
        "Noise of scale m·Δ/ε on every value of m columns, Δ being the width of a domain from 0 to 1.5 times the "
        "largest value: `laplace` in its mode `record`. Means of five draws, as in the paper, which gives the curves "
        "as pictures alone. The domains are read from the data here as there, so these files promise nothing to "
        "anybody: [a real release](../differential-privacy.md) has its domains declared.\n\n")
    for number, measure in enumerate(MEASURES, 1):
        text += md.picture("001-laplace", number, f"{measure.upper()} by ε, 2, 3 and 4 columns of Census")
    header = ["ε"] + [f"{measure.upper()}, {n} columns" for measure in MEASURES for n in COLUMNS]
    rows = [[epsilon] + [md.give(found[f"001-laplace-{n}"].value(f"ε = {epsilon}", measure))
                         for measure in MEASURES for n in COLUMNS] for epsilon in EPSILON]
    text += md.table(header, rows)
    rows = []
    from_one = [f"ε = {epsilon}" for epsilon in EPSILON if float(epsilon) >= 1]
    for measure, rising in (("um", True), ("cm1", False), ("cm2", False)):
        shares = [md.fixed(steps(found, f"001-laplace-{n}", from_one, measure, rising), 0) for n in COLUMNS]
        rows.append([f"{measure.upper()} {'rises' if rising else 'falls'} with ε",
                     f"from ε = 1 on in {', '.join(shares)} % of the steps (2, 3, 4 columns); below it, chance"])
    rows.append(["less utility with more columns", more_columns(found, "um", False)])
    rows.append(["more confidentiality (CM1) with more columns", more_columns(found, "cm1", True)])
    rows.append(["more confidentiality (CM2) with more columns", more_columns(found, "cm2", True)])
    rows.append(["noise on four columns has four times the variance of noise on two",
                 "so does the formula: ε is split, and the scale m·Δ/ε doubles"])
    utility, first, second = against_groups(found)
    rows.append(["for most parameters microaggregation has more utility and less confidentiality",
                 f"at {utility} % of the pairs of a k and an ε by UM, {first} % by CM1, {second} % by CM2"])
    return text + md.claims(rows)


def noise(found):
    results = found["001-noise"]
    text = "## Noise (Figures 4 and 5)\n\n"
    text += (
        "Additive noise with standard deviation α·σ and factors drawn evenly from 1 − β to 1 + β, means of five "
        "draws. The paper does not say on which columns; here on all four. It gives its curves as pictures alone.\n\n")
    text += md.picture("001-noise", 1, "UM, CM1 and CM2 by the amount of additive noise")
    text += md.picture("001-noise", 2, "UM, CM1 and CM2 by the spread of multiplicative noise")
    kinds = ("additive", "multiplicative")
    header = ["α or β"] + [f"{measure.upper()}, {kind}" for measure in MEASURES for kind in kinds]
    rows = [[value] + [md.give(results.value(f"{letter} = {value}", measure))
                       for measure in MEASURES for letter in "αβ"] for value in SHOWN_NOISE]
    text += md.table(header, rows)
    rows = []
    for letter, kind in zip("αβ", kinds):
        labels = [label for label in results.labels() if label.startswith(letter)]
        for measure, rising in (("um", False), ("cm1", True), ("cm2", True)):
            rows.append([f"{kind}: {measure.upper()} {'rises' if rising else 'falls'} with the noise",
                         f"in {md.fixed(steps(found, '001-noise', labels, measure, rising), 0)} % of the steps"])
    stronger = all(results.value(f"α = {v}", "um") < results.value(f"β = {v}", "um")
                   and results.value(f"α = {v}", "cm2") > results.value(f"β = {v}", "cm2") for v in SHOWN_NOISE)
    rows.append(["effects are more pronounced for additive noise", "yes" if stronger else "no"])
    return text + md.claims(rows)


def synthetic(found, published):
    text = "## Synthetic data (Table 1)\n\n"
    text += "IPSO, the mean of 100 draws; ± is one standard error of that mean.\n\n"
    rows = []
    for label, name in (("Census", "001-ipso"), ("Simulated", "001-simulated")):
        for measure in MEASURES + ["cm3"]:
            value, printed = found[name].value(label, measure), published["ipso"][label][measure]
            rows.append([f"{label}, {measure.upper()}", md.fixed(printed, 4),
                         f"{md.fixed(value, 4)} ± {md.fixed(found[name].error(label, measure), 4)}",
                         md.signed(value - printed, 4)])
    return text + md.table(["", "paper", "here", "difference"], rows)


def split(found):
    results = found[permutation_split.NAME]
    text = "## Permutation and residual noise (Section 2), and −ln CM2 (Equation 4)\n\n"
    text += (
        "A masking of a column is a permutation of its values, x to z, followed by noise that changes no rank, z to y. The "
        "shares of the two are of the variance of y − x; they add up to 100 %, and one that works against the other is "
        "negative. −ln CM2 is the mutual information of Equation (4); that of jointly normal variables, in nats, is half of "
        "it, since Equation (3) leaves out the factor ½.\n\n```\n" + permutation_split.commands() + "```\n\n")
    header = ["", "CM2", "−ln CM2"] + [f"residual noise, {column}, %" for column in permutation_split.COLUMNS]
    rows = []
    for label in results.labels():
        rows.append([label, md.give(results.value(label, "cm2")), md.fixed(results.value(label, "minus_log"), 2)]
                    + [md.fixed(results.value(label, f"{column} residual"), 1) for column in permutation_split.COLUMNS])
    text += md.table(header, rows)
    return text + (
        "Swapping is permutation alone. The residual part of groups is small here; the share of noise grows with its amount. "
        "The exported file has, for every record and column, the two ranks, the record whose value z is (the "
        "permutation matrix with one line per record) and y − z. A person who is in the data verifies their own record "
        "without the original: [Verify your record](../verify-your-record.md).\n\n")


def page(found, correlations, published):
    found = by_columns(found)
    text = md.GENERATED + f"# {TITLE}\n\n"
    text += (
        "J. Domingo-Ferrer, K. Muralidhar, M. Bras-Amorós. The paper measures utility (UM) and confidentiality (CM1, "
        "CM2, CM3) on ranks, all between 0 and 1, and follows them over the parameters of several methods on two, "
        "three and four columns of Census (1,080 records).\n\n")
    text += md.commands(PLANS)
    text += microaggregation(found, correlations["001-microaggregation"], published["001"])
    text += laplace(found)
    text += noise(found) + synthetic(found, published["001"]) + split(found)
    return text + reasons(found, published["001"])


def reasons(found, published):
    bound = published["microaggregation"]["least-um"]
    census, simulated = found["001-ipso"], found["001-simulated"]
    # Both are means of 100 draws, so their difference has twice the variance of one.
    apart = (census.value("Census", "cm3") - published["ipso"]["Census"]["cm3"]) / (
        census.error("Census", "cm3") * 2**0.5)
    return (
        "## What differs, and why\n\n"
        f"- **\"UM above {bound} for all k\"** is true here up to k = {failures(found, 2, bound)[0] - 1} with two "
        f"columns, k = {failures(found, 3, bound)[0] - 1} with three and k = {failures(found, 4, bound)[0] - 1} with "
        "four. With k in the hundreds two to five distinct records are left of 1,080, and UM falls as far as 0. We do "
        "not know what the sentence rests on.\n"
        "- **Steps against the trend.** MDAV is a heuristic: one more record per group changes all groups, so a "
        "measure can move either way from one k to the next.\n"
        "- **Laplace noise at ε of 1 and below.** Noise is then so much wider than the domain that most released "
        "values lie at one end of its domain. What UM, CM1 and CM2 are there is chance: independent records of this "
        "size give CM2 of 0.985 with four columns, and fewer columns give more, not less, since CM2 is a product with a "
        "factor for each.\n"
        "- **Census, Table 1.** UM, CM1 and CM2 agree within the errors of 100 draws. CM3 differs by "
        f"{md.fixed(abs(apart), 1)} standard errors of the difference, which is more than chance would often give; how "
        "the paper sorts equal values, on which CM3 depends, is not said.\n"
        "- **Simulated, CM2.** The paper prints 0.9913, almost its own CM1. CM2 is a product of four factors, of "
        "which CM1 is the smallest, and independent records of this size give 0.985 "
        f"(here {md.fixed(simulated.value('Simulated', 'cm2'), 4)}). The printed value cannot be right; how it came "
        "about we do not know.\n"
        "- **Simulated, the rest.** The paper's simulated data are not published; these are drawn again with the same "
        "size and correlation.\n")
