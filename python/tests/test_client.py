"""The client against the real server, plain and with TLS: answers, costs, refusals, permissions, and what it keeps secret.
Needs the program (SFUMATO_PROGRAM, or the release build)."""

import copy
import pickle
import pathlib
import shutil
import socket
import sys
import traceback
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import query_server
from sfumato import Error
from sfumato.client import Client, Refused

COUNT = "SELECT COUNT(*) FROM people"


@unittest.skipUnless(query_server.program(), "the program is not built")
class RealServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = query_server.Database()
        cls.addClassCleanup(cls.database.close)
        serving = cls.database.served()
        cls.url = serving.__enter__()
        cls.addClassCleanup(serving.__exit__, None, None, None)

    def client(self, user, *words, **options):
        return Client(self.url, self.database.token(user, *words), **options)

    def test_a_number_with_its_interval_and_cost(self):
        client = self.client("anna", "--quota", "0.5")
        answer = client.ask(COUNT, epsilon=0.2)
        self.assertFalse(answer.refused)
        low, high = answer.interval95
        self.assertTrue(low <= answer.value <= high)
        self.assertEqual(float(answer), answer.value)
        self.assertEqual((answer.charged, answer.charged_epsilon), (200000, 0.2))
        self.assertEqual((answer.left, answer.left_epsilon), (300000, 0.3))
        self.assertEqual((answer.repeated, answer.attempts, answer.warnings), (False, 1, []))
        self.assertEqual(answer.to_dict()["answer"], answer.value)
        self.assertIn("charged ε = 0.2, 0.3 left", repr(answer))
        again = client.ask("select  count(*)  from people", epsilon=0.2)
        self.assertEqual((again.value, again.charged, again.repeated), (answer.value, 0, True))

    def test_a_question_is_explained_before_it_is_asked(self):
        client = self.client("bela")
        explained = client.explain(COUNT, epsilon=0.25)
        self.assertEqual((explained.cost, explained.cost_epsilon, explained.query), (250000, 0.25, COUNT))
        self.assertGreater(explained.expected_error, 0)
        self.assertEqual([part["part"] for part in explained.parts], ["count"])
        several = client.explain("SELECT COUNT(*) AS n, AVG(age) FROM people", epsilon=0.1)
        self.assertEqual([one["name"] for one in several.aggregates], ["n", "AVG(age)"])
        self.assertEqual((several.cost_epsilon, several.groups), (0.2, 1))
        self.assertEqual(client.budget().spent, 0)

    def test_groups_become_columns(self):
        client = self.client("carl")
        answer = client.ask(COUNT + " GROUP BY region", epsilon=0.5)
        columns = answer.columns()
        self.assertEqual(list(columns), ["region", "value", "lower95", "upper95"])
        self.assertEqual(columns["region"], [group["region"] for group in answer.value])
        self.assertEqual(len(columns["value"]), 8)
        self.assertTrue(all(low <= value <= high for value, low, high in zip(*list(columns.values())[1:])))
        self.assertEqual(answer.frame("dict"), columns)
        self.assertIsNone(answer.interval95)
        with self.assertRaises(TypeError):
            float(answer)
        named = client.ask("SELECT COUNT(*) AS n, AVG(age) FROM people GROUP BY region", epsilon=0.5)
        self.assertEqual(list(named.columns()), ["region", "n", "n_lower95", "n_upper95", "AVG(age)", "AVG(age)_lower95",
                                                 "AVG(age)_upper95"])
        one = client.ask("SELECT COUNT(*) AS n, AVG(age) FROM people", epsilon=0.1)
        self.assertEqual(one.columns()["n"], [one.value["n"]])
        self.assertEqual(one.columns()["n_lower95"], [one.interval95["n"][0]])

    def test_frames_of_every_installed_kind(self):
        answer = self.client("dora").ask(COUNT + " GROUP BY region", epsilon=0.1)
        for kind, columns in (("pandas", lambda frame: list(frame.columns)), ("polars", lambda frame: frame.columns),
                              ("pyarrow", lambda frame: frame.column_names)):
            with self.subTest(kind):
                try:
                    __import__(kind)
                except ImportError:
                    with self.assertRaisesRegex(Error, "not installed"):
                        answer.frame(kind)
                    continue
                self.assertEqual(columns(answer.frame(kind)), list(answer.columns()))
        with self.assertRaisesRegex(Error, "no kind"):
            answer.frame("spreadsheet")

    def test_a_refusal_is_an_answer_whose_value_raises(self):
        client = self.client("emil", "--quota", "0.1")
        refused = client.ask(COUNT, epsilon=0.2)
        self.assertEqual((refused.refused, refused.rule, refused.charged, refused.left), (True, "quota", 0, 100000))
        self.assertIn("quota", refused.reason)
        for use in (lambda: refused.value, refused.frame, refused.columns, lambda: float(refused)):
            with self.assertRaises(Refused) as raised:
                use()
            self.assertEqual((raised.exception.rule, raised.exception.code, raised.exception.http_status),
                             ("quota", "refused", 422))
        self.assertEqual(client.budget().spent, 0)

    def test_budget_and_schema(self):
        client = self.client("fred", "--quota", "1")
        client.ask(COUNT, epsilon=0.3)
        budget = client.budget()
        self.assertEqual((budget.user, budget.quota_epsilon, budget.spent, budget.left), ("fred", 1, 300000, 700000))
        self.assertIn("0.7 left", repr(budget))
        schema = client.schema()
        self.assertEqual(schema.protection, "dp")
        self.assertEqual(schema.tables["people"]["age"]["domain"], [0, 100])
        self.assertIn("COUNT(*)", schema.functions)
        self.assertTrue(client.health())

    def test_mistakes_are_errors_with_the_servers_words(self):
        client = self.client("gina")
        with self.assertRaises(Error) as raised:
            client.ask("SELECT AVG(height) FROM people")
        self.assertEqual((raised.exception.code, raised.exception.http_status), ("bad_request", 400))
        self.assertIn("height", str(raised.exception))
        self.assertTrue(raised.exception.hint)
        for sql, epsilon, parameter in (("", 0.1, "sql"), (None, 0.1, "sql"), ("\ud800", 0.1, "sql"), (COUNT, 0, "epsilon"),
                                        (COUNT, float("nan"), "epsilon"), (COUNT, "much", "epsilon"),
                                        (COUNT, True, "epsilon"), (COUNT, 10 ** 400, "epsilon")):
            with self.subTest(sql=sql, epsilon=epsilon), self.assertRaises(Error) as raised:
                client.ask(sql, epsilon)
            self.assertEqual(raised.exception.parameter, parameter)
        with self.assertRaises(Error) as raised:
            client.ask(COUNT, 0.0000015)
        self.assertEqual(raised.exception.http_status, 400)

    def test_tokens_that_are_wrong_or_may_not(self):
        with self.assertRaises(Error) as raised:
            Client(self.url, "sfumato_wrong").budget()
        self.assertEqual((raised.exception.code, raised.exception.http_status), ("unauthorized", 401))
        reader = self.client("hans", "--permissions", "budget")
        self.assertEqual(reader.budget().spent, 0)
        with self.assertRaises(Error) as raised:
            reader.ask(COUNT)
        self.assertEqual((raised.exception.code, raised.exception.http_status), ("forbidden", 403))
        administrator = self.client("ida", "--permissions", "admin")
        self.assertIn("database_left", administrator.budget().to_dict())

    def test_a_lost_answer_is_charged_once(self):
        def answered(server):
            """What the real server answers to the request that came last."""
            host, port = self.url.split("//")[1].split(":")
            with socket.create_connection((host, int(port))) as there:
                there.sendall(server.requests[-1])
                return b"".join(iter(lambda: there.recv(65536), b""))

        between = query_server.OddServer(lambda connection: answered(between),  # and not passed on
                                         lambda connection: connection.sendall(answered(between)))
        with between:
            client = Client(between.url, self.database.token("lena", "--quota", "1"))
            answer = client.ask(COUNT, epsilon=0.4)
            self.assertEqual((answer.attempts, answer.repeated, answer.charged, answer.left), (2, True, 0, 600000))
            self.assertEqual(client.budget().spent, 400000)
            self.assertEqual(client.ask(COUNT, epsilon=0.4).value, answer.value)

    def test_a_rate_limit_is_waited_for(self):
        with self.database.served("--rate", "1") as url:
            client = Client(url, self.database.token("jana"))
            self.assertEqual({client.budget().user for _ in range(4)}, {"jana"})

    @staticmethod
    def construct(token):
        Client("http://statistics.example", token)

    def test_the_token_is_never_shown(self):
        token = self.database.token("kurt")
        client = Client(self.url, token)
        unreachable = Client("http://127.0.0.1:1", token, retries=0)
        shown = [repr(client), str(client), repr(vars(client))]
        with self.assertRaises(Error) as raised:
            client.ask("SELECT '" + token + "' FROM people")
        shown += [str(raised.exception), repr(vars(raised.exception))]
        for failing in (lambda: client.ask("SELECT"), lambda: pickle.dumps(client), lambda: copy.copy(client),
                        unreachable.budget, lambda: self.construct(token)):
            try:
                failing()
                self.fail("it did not fail")
            except (Error, TypeError) as error:  # assertRaises would clear the variables
                frames = traceback.TracebackException.from_exception(error, capture_locals=True).stack
                shown += [str(error), repr(error), repr(vars(error))]
                shown += [str(frame.locals) for frame in frames if pathlib.Path(frame.filename).parent.name == "sfumato"]
        self.assertGreater(len([text for text in shown if "self" in text]), 3)
        self.assertFalse([text for text in shown if token in text])


@unittest.skipUnless(query_server.program() and shutil.which("openssl"), "the program or openssl is missing")
class Encrypted(unittest.TestCase):
    def test_the_certificate_is_checked(self):
        database = query_server.Database()
        self.addCleanup(database.close)
        cert, key = query_server.certificate(database.path)
        token = database.token("anna")
        with database.served("--tls-cert", cert, "--tls-key", key, scheme="https") as url:
            client = Client(url, token, ca_file=cert)
            self.assertTrue(client.health())
            self.assertFalse(client.ask(COUNT, 0.1).refused)
            with self.assertRaises(Error) as raised:
                Client(url, token).health()
            self.assertEqual(raised.exception.code, "certificate")
            elsewhere = url.replace("127.0.0.1", "localhost")  # not in the certificate
            with self.assertRaises(Error) as raised:
                Client(elsewhere, token, ca_file=cert).health()
            self.assertEqual(raised.exception.code, "certificate")
            with self.assertRaises(Error) as raised:
                Client(url.replace("https", "http"), token, retries=0).health()
            self.assertIn(raised.exception.code, ("bad_response", "disconnected"))


@unittest.skipUnless(query_server.program(), "the program is not built")
class OtherProtections(unittest.TestCase):
    def test_refused_by_restriction(self):
        database = query_server.Database("restrict", ())
        self.addCleanup(database.close)
        with database.served() as url:
            client = Client(url, database.token("anna"))
            self.assertGreater(client.ask(COUNT + " WHERE region = 'Centre'").value, 10)
            refused = client.ask("SELECT SUM(age) FROM people WHERE age = 97")
            self.assertTrue(refused.refused)
            self.assertTrue(refused.reason)
            self.assertIsNotNone(repr(refused))

    def test_camouflage_answers_with_bounds(self):
        database = query_server.Database("camouflage", ("--beyond",))
        self.addCleanup(database.close)
        with database.served() as url:
            answer = Client(url, database.token("anna")).ask("SELECT SUM(age) FROM people")
            self.assertLess(answer.value["lower"], answer.value["upper"])
            self.assertEqual(list(answer.columns()), ["lower", "upper"])


if __name__ == "__main__":
    unittest.main()
