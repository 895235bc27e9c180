"""The package gives what the program gives: for every method and every measure the same values and the same document from the
same seed, on Census, testdata and Adult. Data go in as dicts of lists, so that no other package is needed."""

import datetime
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import program
import sfumato as sf

AMOUNTS = ["FICA", "FEDTAX", "INTVAL", "POTHVAL"]
CODES = ["urbrur", "roof", "walls", "water", "sex"]
ADULT = ["sex", "race", "marital-status", "education"]
SEED = 7
#: What only one of them has: files of the program and how their text is written, names of the library's tables, and the time that something took.
OF_ONE = {"output", "outputs", "seconds", "original", "masked", "data", "files", "source", "published", "hierarchy", "text"}


class Data:
    """A reference file below a temporary folder, with its declarations beside it, and the same as a frame and a schema."""

    def __init__(self, folder, name, file, columns, declared, delimiter=",", texts=()):
        self.folder, self.columns = folder, columns
        self.file = f"{name}.csv"
        folder.mkdir(exist_ok=True)
        (folder / self.file).symlink_to(file)
        self.schema = sf.Schema.from_dict(declared) if declared else None
        if declared:
            self.schema.save(folder / f"{name}.toml")
        self.frame = program.read_frame(file, delimiter, texts)
        self.texts, self.delimiter = texts, delimiter


def census(folder):
    domain = {name: {"domain": [0, 200000]} for name in AMOUNTS}
    return Data(folder, "census", program.reference_file("census.csv"), AMOUNTS, domain)


def survey(folder):
    declared = {name: {"kind": "nominal", "role": "quasi-identifier"} for name in CODES}
    declared.update({"sampling_weight": {"role": "weight"}, "ori_hid": {"role": "household"}})
    return Data(folder, "testdata", program.reference_file("testdata.csv"), CODES, declared, texts=CODES)


def adult(folder):
    return Data(folder, "adult", program.reference_file("adult/adult.csv"), ADULT, {}, delimiter=";")


#: What a method needs beside its defaults, as (words of the command, parameters).
NEEDED = {
    ("census", "dp-copula"): (["--drop", "AFNLWGT,AGI,EMCONTRB,PTOTVAL,STATETAX,TAXINC,PEARNVAL,WSALVAL,ERNVAL"],
                              {"drop": ["AFNLWGT", "AGI", "EMCONTRB", "PTOTVAL", "STATETAX", "TAXINC", "PEARNVAL", "WSALVAL",
                                        "ERNVAL"]}),
    ("testdata", "record-swapping"): (["--geography", "roof", "--k", "2"], {"geography": ["roof"], "k": 2}),
    ("testdata", "local-suppression"): (["--k", "5", "--importance", "sex=2"], {"k": 5, "importance": {"sex": 2}}),
    ("census", "additive-noise"): (["--amount", "0.5", "--keep-moments"], {"amount": 0.5, "keep_moments": True}),
    ("census", "pseudonyms"): (["--how", "random"], {"how": "random"}),
}
#: Too long for a test: regressions of categories with 16 levels on 30,162 records.
LONG = {("adult", "multiple-imputation")}


@unittest.skipUnless(program.program(), "the program is not built")
class EqualToTheProgram(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words, folder=None):
        return program.run(folder or self.folder, *words)

    def assert_same_document(self, ours, theirs, what):
        theirs = program.without(program.in_python_words(theirs), OF_ONE)
        ours = program.without(ours, OF_ONE)
        self.assertEqual(program.first_difference(ours, theirs), "", what)

    def mask_both(self, data, method, words, parameters):
        """Masks with both and compares; says whether it could be done."""
        out = f"{method}-{data.file}"
        status, theirs = self.run_program("mask", method, data.file, "--columns", ",".join(data.columns), "--seed", SEED,
                                          *words, "-o", out, folder=data.folder)
        try:
            ours = sf.mask(data.frame, method, columns=data.columns, seed=SEED, schema=data.schema, progress=False,
                           **parameters)
        except sf.Error as error:
            self.assertEqual(error.status, status, f"{method}: {error} {theirs}")
            self.assertIn(error.message, program.in_python_words(theirs))
            return False
        self.assertEqual(status, 0, theirs)
        for copy, file in zip(ours.copies, theirs["output"]):
            written = program.read_frame(data.folder / file, data.delimiter, data.texts)
            self.assertEqual(program.first_difference(as_written(copy), as_written(written), "the release"), "")
        self.assertEqual(len(ours.copies), len(theirs["output"]))
        self.assert_same_document(ours.to_dict(), theirs, method)
        return True

    def mask_by_all(self, name, data):
        done = set()
        for method in sf.methods.__all__:
            method = method.replace("_", "-")
            if (name, method) in LONG:
                continue
            with self.subTest(method):
                if self.mask_both(data, method, *NEEDED.get((name, method), ([], {}))):
                    done.add(method)
        return done

    def test_every_method_on_one_of_the_files(self):
        done = {"recoding", "date-shift"}  # test_hierarchies, test_dates
        for name, make in (("census", census), ("testdata", survey), ("adult", adult)):
            done |= self.mask_by_all(name, make(self.folder))
        self.assertEqual(sorted({method.replace("_", "-") for method in sf.methods.__all__} - done), [])

    def test_dates(self):
        patients = [7, 8, 7, 9, 8]
        visits = [datetime.date(2021, 3, 29), datetime.date(2021, 5, 3), datetime.date(2021, 6, 14), None, datetime.date(2020, 2, 29)]
        lines = [f"{patient},{'' if visit is None else visit}" for patient, visit in zip(patients, visits)]
        (self.folder / "visits.csv").write_text("\n".join(["patient,visit", *lines, ""]))
        self.run_program("mask", "date-shift", "visits.csv", "--columns", "visit", "--unit", "patient", "--seed", SEED,
                         "-o", "shifted.csv", folder=self.folder)
        theirs = [line.split(",")[1] for line in (self.folder / "shifted.csv").read_text().splitlines()[1:]]
        ours = sf.mask({"patient": patients, "visit": visits}, "date-shift", columns=["visit"], schema=sf.Schema(unit="patient"),
                       seed=SEED, progress=False).data["visit"]
        self.assertEqual(["" if visit is None else str(visit) for visit in ours], theirs)
        self.assertNotIn(str(visits[0]), theirs)

    def test_hierarchies(self):
        data = adult(self.folder)
        for column in ("age", "education"):
            (self.folder / f"{column}.csv").symlink_to(program.reference_file(f"adult/adult_hierarchy_{column}.csv"))
        rows = {column: [line.split(";") for line in (self.folder / f"{column}.csv").read_text().splitlines()]
                for column in ("age", "education")}
        data.columns = ["age", "education"]
        files = ["--hierarchy", "age=age.csv", "--hierarchy", "education=education.csv"]
        self.assertTrue(self.mask_both(data, "recoding", [*files, "--level", "age=2", "--level", "education=1"],
                                       {"hierarchy": rows, "level": {"age": 2, "education": 1}}))
        data.columns = ["age", "education", "sex"]
        self.assertTrue(self.mask_both(data, "generalization", [*files, "--k", "5", "--suppress", "2"],
                                       {"hierarchy": rows, "k": 5, "suppress": 2}))

    def measure_both(self, data, masked_file, measures, words=(), **members):
        names = [f"--measures={','.join(measures)}"] if measures else []
        status, theirs = self.run_program("measure", data.file, masked_file, "--columns", ",".join(data.columns), "--seed", SEED,
                                          *names, *words, folder=data.folder)
        masked = program.read_frame(data.folder / masked_file, data.delimiter, data.texts)
        ours = sf.measure(data.frame, masked, measures=measures, columns=data.columns, seed=SEED, schema=data.schema,
                          progress=False, **members)
        self.assertEqual(status, 0, theirs)
        self.assert_same_document(ours.to_dict(), theirs, f"measures of {masked_file}")
        return set(theirs["measures"])

    def masked(self, data, method, *words):
        file = f"{method}-{data.file}"
        self.run_program("mask", method, data.file, "--columns", ",".join(data.columns), "--seed", SEED, *words, "-o", file,
                         folder=data.folder)
        return file

    def test_every_measure_on_one_of_the_files(self):
        done = set()
        for make, method in ((census, "mdav"), (survey, "data-swapping"), (adult, "data-swapping")):
            data = make(self.folder)
            with self.subTest(data.file):
                done |= self.measure_both(data, self.masked(data, method), None)
        with self.subTest("census with parameters"):
            data = census(self.folder / "again")
            words = ["--set", "analysis.regressions=FICA ~ FEDTAX", "--set", "distance-linkage.scale=mahalanobis", "--set",
                     "emd.clusters=50", "--no-mapping"]
            chosen = {"analysis": {"regressions": "FICA ~ FEDTAX"}, "distance-linkage": {"scale": "mahalanobis"},
                      "emd": {"clusters": 50}}
            done |= self.measure_both(data, self.masked(data, "hybrid"), ["analysis", "distance-linkage", "emd", "cm3"], words,
                                      set=chosen, no_mapping=True)
        self.assertGreater(len(done), 25)
        self.other_measures(done)

    def other_measures(self, done):
        """Measures of categorical files that are not taken without being asked for, or that need parameters."""
        data = adult(self.folder / "others")
        file = self.masked(data, "pram", "--retain", "0.95")
        data.columns = [*ADULT, "salary-class"]
        chosen = {"l-diversity": {"column": "salary-class"}, "t-closeness": {"column": "salary-class"},
                  "classification": {"target": "salary-class"}, "suda": {"max-size": 2}}
        words = [word for name, one in chosen.items() for key, value in one.items() for word in ("--set", f"{name}.{key}={value}")]
        listed = {measure.replace("_", "-") for measure in sf.measures.__all__}
        for name in sorted(listed - done):
            with self.subTest(name):
                own = [word for word in zip(words[::2], words[1::2]) if word[1].startswith(name + ".")]
                self.measure_both(data, file, [name], [word for pair in own for word in pair],
                                  set={name: chosen[name]} if name in chosen else None)


def as_written(frame):
    """Cells as a file has them: 5 and 5.0 are the same number, and a code is its text."""
    return {name: [cell if cell is None or isinstance(cell, (int, float)) else str(cell) for cell in column]
            for name, column in frame.items()}


if __name__ == "__main__":
    unittest.main()
