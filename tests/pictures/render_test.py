#!/usr/bin/env python3
"""Every SVG file, of the program and of the documents, needs no style sheet and is drawn by rsvg-convert, a renderer that
is not a browser; the same charts as PDF and PNG show something, too. Usage: render_test.py --gallery PROGRAM."""

import argparse
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as tree
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
GALLERY = None
FEWEST_COLOURS = 8  # of a picture that shows something; letters and lines have many shades at their edges


def unfiltered(line, above, kind, size):
    """A line of a PNG without its filter (PNG specification, section 9.2); `size` is the bytes of a pixel."""
    result = bytearray(line)
    for i in range(len(line)):
        left = result[i - size] if i >= size else 0
        up, corner = above[i], above[i - size] if i >= size else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            start = left + up - corner
            guess = min((abs(start - left), 0, left), (abs(start - up), 1, up), (abs(start - corner), 2, corner))[2]
        else:
            guess = 0
        result[i] = (line[i] + guess) % 256
    return result


def colours(png):
    """The distinct colours of a PNG with 8 bits per channel."""
    if not png.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError("not a PNG")
    place, data = 8, b""
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        chunk = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", chunk[:10])
            if depth != 8 or colour not in (2, 6):
                raise ValueError("not a PNG with 8 bits per channel")
            size = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            data += chunk
        place += 12 + length
    lines, above, found = zlib.decompress(data), bytearray(width * size), set()
    for row in range(height):
        start = row * (width * size + 1)
        above = unfiltered(lines[start + 1:start + 1 + width * size], above, lines[start], size)
        found.update(bytes(above[i:i + size]) for i in range(0, width * size, size))
    return found


def rendered(path):
    return subprocess.run(["rsvg-convert", "--width", "120", "--keep-aspect-ratio", path], check=True,
                          capture_output=True).stdout


class Pictures(unittest.TestCase):
    def check(self, path):
        text = path.read_text("utf-8")
        for part in ("<style", "var(", "currentColor", "class=", "style="):
            self.assertNotIn(part, text, path)
        root = tree.fromstring(text)
        self.assertRegex(root.get("viewBox", ""), r"^0 0 [0-9.]+ [0-9.]+$", path)
        self.assertTrue(root.get("width") and root.get("height"), path)
        self.assertGreaterEqual(len(colours(rendered(path))), FEWEST_COLOURS, path)

    def test_every_chart_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([GALLERY, f"{folder}/page.html", folder], check=True)
            pictures = sorted(pathlib.Path(folder).glob("*.svg"))
            self.assertGreaterEqual(len(pictures), 12)
            for path in pictures:
                self.check(path)
                root = tree.parse(path).getroot()
                title = root.find("{http://www.w3.org/2000/svg}title").text
                drawn = "".join(re.findall(r">([^<>]+)</text>", path.read_text("utf-8")))
                self.assertIn(title, drawn, path)
                self.assertTrue(path.with_suffix(".pdf").read_bytes().startswith(b"%PDF-1."))
                self.assertGreater(path.with_suffix(".png").stat().st_size, 2000)
            smallest = min(pathlib.Path(folder).glob("*.png"), key=lambda file: file.stat().st_size)
            self.assertGreaterEqual(len(colours(smallest.read_bytes())), FEWEST_COLOURS)

    def test_every_picture_of_the_documents_is_drawn(self):
        for path in sorted((ROOT / "docs").rglob("*.svg")):
            with self.subTest(picture=path.relative_to(ROOT)):
                self.check(path)

    def test_a_blank_page_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "blank.svg")
            path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">'
                            '<style>rect { fill: var(--ink) }</style><rect width="9" height="9" fill="#ffffff"/></svg>')
            self.assertEqual(len(colours(rendered(path))), 1)
            with self.assertRaises(AssertionError):
                self.check(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--gallery", required=True)
    GALLERY = parser.parse_args().gallery
    unittest.main(argv=["render_test.py"])
