"""What can be done with a table of cells: check, protect, audit and compare, as methods of every table.
Written by scripts/python-functions from what the library says of itself; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, Optional, cast

from ._arguments import Columns
from ._progress import Show

if TYPE_CHECKING:
    from .tables import Adjusted, Audit, Check, Protected, TableComparison


def _text(ptable: Any) -> Any:
    """A ptable as the text that the job takes."""
    return ptable if ptable is None or isinstance(ptable, str) else str(ptable)


class Protections:
    """Jobs on a table of cells."""

    def _job(
        self, job: str, members: Dict[str, Any], seed: Optional[int], threads: Optional[int], progress: Show
    ) -> Any:
        raise NotImplementedError

    def check(
        self,
        rule: Columns,
        *,
        safety_range: Optional[float] = None,
        holdings: bool = False,
        unweighted: bool = False,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Check:
        """Check a table. Lists the cells that would disclose a respondent, by sensitivity rules.

        Args:
            rule: A sensitivity rule, such as frequency=3, group=3, k-disclosure=3, dominance=1,85, p-percent=15,
                pq=10,50, request=50,25, zero=5, or a list of them; all rules apply.
            safety_range: Protection of cells that frequency and request rules mark as sensitive (at least 0 % of the
                cell).
            holdings: Apply the rules to holdings instead of single records.
            unweighted: Ignore the weights of contributions.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.
        """
        return cast(
            "Check",
            self._job(
                "check",
                {
                    "safety_range": safety_range,
                    "holdings": holdings,
                    "unweighted": unweighted,
                    "rule": rule,
                },
                seed,
                threads,
                progress,
            ),
        )

    def suppress(
        self,
        *,
        algorithm: Literal["auto", "optimal", "hypercube", "network", "modular", "gauss"] = "auto",
        time_limit: float = 60,
        work_limit: Optional[float] = None,
        gap: float = 0,
        cost: Literal["own", "value", "frequency", "unity"] = "own",
        hide_zeros: bool = False,
        ignore_singletons: bool = False,
        prior: Optional[float] = None,
        whole: bool = False,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Protected:
        """Cell suppression. Suppresses further cells, so that sensitive cells cannot be recomputed.

        Cells with the status 'kept' are published, and those that are suppressed already stay so. The table with its
        pattern contains the true values of suppressed cells and is confidential; publish the published table instead.
        The pattern of every algorithm is audited on the whole table.

        Args:
            algorithm: The suppression algorithm; the reference has a page about the algorithms (one of ``auto``,
                ``optimal``, ``hypercube``, ``network``, ``modular``, ``gauss``; default auto).
            time_limit: The result is the best safe pattern found by then (at least 0 seconds; default 60).
            work_limit: In place of the time limit: the result is then the same on every machine (at least 0 units of
                work, about a second of one thread each).
            gap: Stop at this distance from the least cost (at least 0 %; default 0).
            cost: Cost of a suppressed cell: the table's own costs, its value, its frequency, or 1 (one of ``own``,
                ``value``, ``frequency``, ``unity``; default own).
            hide_zeros: Cells without contributors may also be suppressed.
            ignore_singletons: Ignore contributors who know their own cells.
            prior: What is known of each cell before publication: its value within so many percent. The table's own bounds
                have priority; without either, cells are 0 or more (at least 0 %).
            whole: The attacker knows that counts are integers.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.

        Reference:
            Fischetti and Salazar (2001), Management Science 47, 1008-1027; Hundepool et al. (2012), Statistical
            Disclosure Control, chapter 4
        """
        return cast(
            "Protected",
            self._job(
                "suppress",
                {
                    "algorithm": algorithm,
                    "time_limit": time_limit,
                    "work_limit": work_limit,
                    "gap": gap,
                    "cost": cost,
                    "hide_zeros": hide_zeros,
                    "ignore_singletons": ignore_singletons,
                    "prior": prior,
                    "whole": whole,
                },
                seed,
                threads,
                progress,
            ),
        )

    def round(
        self,
        *,
        base: float,
        mode: Literal["controlled", "random", "conventional"] = "controlled",
        steps: Optional[int] = None,
        free_multiples: bool = False,
        time_limit: float = 60,
        work_limit: Optional[float] = None,
        gap: float = 0,
        ignore_singletons: bool = False,
        prior: Optional[float] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Protected:
        """Rounding. Rounds every cell to a multiple of a base and keeps the table additive.

        The audit assumes that the attacker knows every true cell within the base of its published value. A table that
        is not safe is not written: use a larger base.

        Args:
            base: Every published cell is a multiple of this number, which must be above 0 (at least 0).
            mode: controlled: additive. random: unbiased. conventional: to the nearest multiple (one of ``controlled``,
                ``random``, ``conventional``; default controlled).
            steps: How many multiples beyond the two nearest a cell may move; as few as needed if not given (0 to 10).
            free_multiples: Cells that are already multiples may also change.
            time_limit: The result is the nearest table found by then (at least 0 seconds; default 60).
            work_limit: In place of the time limit: the result is then the same on every machine (at least 0 units of
                work, about a second of one thread each).
            gap: Stop at this distance from the nearest (at least 0 %; default 0).
            ignore_singletons: Ignore contributors who know their own cells.
            prior: What is known of each cell before publication: its value within so many percent. The table's own bounds
                have priority; without either, cells are 0 or more (at least 0 %).
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.

        Reference:
            Hundepool et al. (2012), Statistical Disclosure Control, chapter 5
        """
        return cast(
            "Protected",
            self._job(
                "round",
                {
                    "base": base,
                    "mode": mode,
                    "steps": steps,
                    "free_multiples": free_multiples,
                    "time_limit": time_limit,
                    "work_limit": work_limit,
                    "gap": gap,
                    "ignore_singletons": ignore_singletons,
                    "prior": prior,
                },
                seed,
                threads,
                progress,
            ),
        )

    def adjust(
        self,
        *,
        weight: Literal["relative", "unity", "cost"] = "relative",
        fix_margins: bool = False,
        free_zeros: bool = False,
        levels: str = "100",
        time_limit: float = 60,
        work_limit: Optional[float] = None,
        gap: float = 0,
        prior: Optional[float] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Adjusted:
        """Controlled tabular adjustment. Publishes the nearest additive table in which every sensitive cell is changed
        by at least its protection level.

        Each sensitive cell ends at or beyond one of its protection levels, all others change as little as the
        relations allow, and the table adds up exactly. Nearly all sensitive cells end exactly at a level. The level
        follows from the rule and the true value: with p %, a cell of one respondent is published as y = v·(1 ±
        p/100), so that an attacker who knows p has only two possible values, y/(1 + p/100) and y/(1 - p/100), and one
        of them is true. levels LOW:HIGH moves each cell by a level drawn uniformly from that range, never less than
        the required one: the two values become two intervals, the wider the range the wider. The audit of an adjusted
        table computes this set for each sensitive cell. A cell is safe there if every interval of the set is at least
        a level away from the true value or at least as wide as the protection interval (from the value minus the
        lower to the value plus the upper level). With p % and one respondent the range 100:HIGH meets that for every
        draw if HIGH is at least 300/(1 - 2p/100): 375 for 10 %. No range makes every set reach from the lower to the
        upper level around the true value, as suppression does, since a cell that was moved by HIGH is at the end of
        its interval.

        Args:
            weight: Weight of a change: relative to the cell's value, 1, or the cell's cost (one of ``relative``,
                ``unity``, ``cost``; default relative).
            fix_margins: Totals keep their values.
            free_zeros: Empty cells may also change.
            levels: The level that a sensitive cell moves by: 100 is the required one; 100:200 draws it for each cell, so
                that an attacker knows only a range (% of the required level; default 100).
            time_limit: The result is the nearest table found by then (at least 0 seconds; default 60).
            work_limit: In place of the time limit: the result is then the same on every machine (at least 0 units of
                work, about a second of one thread each).
            gap: Stop at this distance from the nearest (at least 0 %; default 0).
            prior: What is known of each cell before publication: its value within so many percent. The table's own bounds
                have priority; without either, cells are 0 or more (at least 0 %).
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.

        Reference:
            Dandekar and Cox (2002); Castro (2006), Minimum-distance controlled perturbation methods for large-scale
            tabular data protection, European J. of Operational Research 171
        """
        return cast(
            "Adjusted",
            self._job(
                "adjust",
                {
                    "weight": weight,
                    "fix_margins": fix_margins,
                    "free_zeros": free_zeros,
                    "levels": levels,
                    "time_limit": time_limit,
                    "work_limit": work_limit,
                    "gap": gap,
                    "prior": prior,
                },
                seed,
                threads,
                progress,
            ),
        )

    def perturb(
        self,
        ptable: Any,
        *,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Protected:
        """Cell-key perturbation. Adds repeatable noise to counts, from cell keys and a ptable.

        The keys of a cell's records add up to the cell's key, and the ptable gives the noise for that key. The same
        respondents get the same noise in every table. The table must have been tabulated with record keys; 'table
        ptable' makes a ptable. The result is not additive. What the rules group and k-disclosure protect, differences
        of margins and cells, is audited, and an unsafe result is not written. What an attacker learns of single cells
        depends on the ptable, and no audit can prove it safe.

        Args:
            ptable: The ptable, as the R package of that name writes it: a file on the command line, its text in a
                request.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.

        Reference:
            Fraser and Wooton (2005), UNECE/Eurostat work session on statistical data confidentiality; Thompson, Broadfoot
            and Elazar (2013)
        """
        return cast(
            "Protected",
            self._job(
                "perturb",
                {
                    "ptable": _text(ptable),
                },
                seed,
                threads,
                progress,
            ),
        )

    def recode(
        self,
        *,
        rule: Optional[Columns] = None,
        safety_range: Optional[float] = None,
        holdings: bool = False,
        unweighted: bool = False,
        by_cost: bool = False,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Protected:
        """Recoding. Removes levels of the dimensions until no cell is sensitive.

        Without rules the cells marked as sensitive are used. Among all combinations of levels without a sensitive
        cell the one with the least loss is chosen.

        Args:
            rule: A sensitivity rule, such as frequency=3, group=3, k-disclosure=3, dominance=1,85, p-percent=15,
                pq=10,50, request=50,25, zero=5, or a list of them; all rules apply.
            safety_range: Protection of cells that frequency and request rules mark as sensitive (at least 0 % of the
                cell).
            holdings: Apply the rules to holdings instead of single records.
            unweighted: Ignore the weights of contributions.
            by_cost: Lose cells of the least cost instead of the fewest cells.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.

        Reference:
            Hundepool et al. (2012), Statistical Disclosure Control, chapter 4
        """
        return cast(
            "Protected",
            self._job(
                "recode",
                {
                    "rule": rule,
                    "safety_range": safety_range,
                    "holdings": holdings,
                    "unweighted": unweighted,
                    "by_cost": by_cost,
                },
                seed,
                threads,
                progress,
            ),
        )

    def audit(
        self,
        *,
        adjusted: Any = None,
        ignore_singletons: bool = False,
        prior: Optional[float] = None,
        whole: bool = False,
        secondary: bool = False,
        levels: str = "100",
        fix_margins: bool = False,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> Audit:
        """Audit a table. Solves the attacker's problem: how closely suppressed cells can be estimated.

        Args:
            adjusted: The table that ``adjust`` made of this one, where that is to be audited.
            ignore_singletons: Ignore contributors who know their own cells.
            prior: What is known of each cell before publication: its value within so many percent. The table's own bounds
                have priority; without either, cells are 0 or more (at least 0 %).
            whole: The attacker knows that counts are integers.
            secondary: Also give the intervals of cells that are suppressed to protect others.
            levels: Of an adjusted table: the range of the levels with which it was made (% of the required level; default
                100).
            fix_margins: Of an adjusted table: the attacker knows that its totals are true.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            What an attacker can compute.
        """
        return cast(
            "Audit",
            self._job(
                "audit",
                {
                    "adjusted": adjusted,
                    "ignore_singletons": ignore_singletons,
                    "prior": prior,
                    "whole": whole,
                    "secondary": secondary,
                    "levels": levels,
                    "fix_margins": fix_margins,
                },
                seed,
                threads,
                progress,
            ),
        )

    def compare(
        self,
        *,
        methods: Optional[Columns] = None,
        rank_by: Literal["loss", "cells", "cost"] = "loss",
        totals: Literal["keep", "any"] = "keep",
        time_limit: float = 60,
        work_limit: Optional[float] = None,
        ptable: Any = None,
        ignore_singletons: bool = False,
        prior: Optional[float] = None,
        whole: bool = False,
        rule: Optional[Columns] = None,
        safety_range: Optional[float] = None,
        holdings: bool = False,
        unweighted: bool = False,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Show = None,
    ) -> TableComparison:
        """Compare protections of a table. Protects a table in every way that fits, and ranks the results by information
        loss.

        Args:
            methods: Protections to compare; default all, with perturb where cells have keys.
            rank_by: Ranking criterion: the lost value, the number of lost cells, or their cost (one of ``loss``,
                ``cells``, ``cost``; default loss).
            totals: keep: propose what changes no published total. any: rank protections that change totals too (one of
                ``keep``, ``any``; default keep).
            time_limit: For each protection (at least 0 seconds; default 60).
            work_limit: In place of the time limit: the result is then the same on every machine (at least 0 units of
                work, about a second of one thread each).
            ptable: The ptable of perturb: the text of its file; without it, one of variance 2 and noise up to 4.
            ignore_singletons: Ignore contributors who know their own cells.
            prior: What is known of each cell before publication: its value within so many percent. The table's own bounds
                have priority; without either, cells are 0 or more (at least 0 %).
            whole: The attacker knows that counts are integers.
            rule: A sensitivity rule, such as frequency=3, group=3, k-disclosure=3, dominance=1,85, p-percent=15,
                pq=10,50, request=50,25, zero=5, or a list of them; all rules apply.
            safety_range: Protection of cells that frequency and request rules mark as sensitive (at least 0 % of the
                cell).
            holdings: Apply the rules to holdings instead of single records.
            unweighted: Ignore the weights of contributions.
            seed: For a result that can be repeated.
            threads: How many threads to use; without it as many as the machine has.
            progress: None, True or False for a bar, or a function of the share that is done and the job.

        Returns:
            The result, with the table for what comes next.
        """
        return cast(
            "TableComparison",
            self._job(
                "table-compare",
                {
                    "methods": methods,
                    "rank_by": rank_by,
                    "totals": totals,
                    "time_limit": time_limit,
                    "work_limit": work_limit,
                    "ptable": _text(ptable),
                    "ignore_singletons": ignore_singletons,
                    "prior": prior,
                    "whole": whole,
                    "rule": rule,
                    "safety_range": safety_range,
                    "holdings": holdings,
                    "unweighted": unweighted,
                },
                seed,
                threads,
                progress,
            ),
        )
