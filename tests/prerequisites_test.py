# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What bin/prerequisites.sh does with .venv of a checkout that was copied, and without a network."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "bin/prerequisites.sh"


class PrerequisitesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.venv = pathlib.Path(folder.name) / ".venv"
        subprocess.run([sys.executable, "-m", "venv", cls.venv], check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_wheel_in_copied_checkout_is_installed_there(self):
        first, copy = self.venv.parent, self.checkout("copy", self.wheel())
        subprocess.run(["bash", "-euc", ". bin/prerequisites.sh; require_venv; require_wheel own"], cwd=copy, check=True)
        self.assertEqual([copy], [at for at in (first, copy) if list(at.glob(".venv/lib/*/site-packages/own"))])

    def checkout(self, name, requirement):
        """A checkout whose .venv is a copy."""
        root = self.folder / name
        (root / "bin").mkdir(parents=True)
        shutil.copy(PROGRAM, root / "bin")
        (root / "bin/own.requirements.txt").write_text(requirement)
        # Links are faster than copies; pip replaces no file of the first one.
        shutil.copytree(self.venv, root / ".venv", symlinks=True, copy_function=os.link)
        return root

    def require_wheel(self, root, index):
        """Runs require_wheel where this is the only index; returns its exit code."""
        settings = {"HAIL_WHEELS": str(self.folder / "kept"), "PIP_INDEX_URL": index}
        # Settings of this machine's pip would bring the wheel from elsewhere.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        done = subprocess.run(
            ["bash", "-euc", ". bin/prerequisites.sh; require_venv; require_wheel own || exit"],
            cwd=root,
            env={**environment, **settings, "no_proxy": "*"},
            capture_output=True,
            timeout=120,
            check=False,
        )
        return done.returncode

    def test_wheel_of_one_checkout_serves_another_without_network(self):
        file_requirement = self.wheel()
        wheel = self.folder / "own-1-py3-none-any.whl"
        page = self.folder / "index/own/index.html"
        page.parent.mkdir(parents=True)
        page.write_text(f'<a href="{wheel.as_uri()}">{wheel.name}</a>')
        requirement = f"own==1 {file_requirement.split()[-1]}\n"
        first, second = self.checkout("first", requirement), self.checkout("second", requirement)
        nowhere = "http://127.0.0.1:9/"
        self.assertEqual(self.require_wheel(first, nowhere), 69)
        self.assertEqual(self.require_wheel(first, page.parent.parent.as_uri()), 0)
        wheel.unlink()
        self.assertEqual(self.require_wheel(second, nowhere), 0)
        self.assertTrue(list(second.glob(".venv/lib/*/site-packages/own")))
        # Bytes that nobody reviewed are no missing network.
        (self.folder / "kept" / wheel.name).unlink()
        wheel.write_bytes(b"other")
        third = self.checkout("third", requirement)
        self.assertNotIn(self.require_wheel(third, page.parent.parent.as_uri()), (0, 69))

    def wheel(self):
        """Makes a wheel and returns the line of requirements that asks for it."""
        wheel = self.folder / "own-1-py3-none-any.whl"
        files = {
            "own/__init__.py": "",
            "own-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: own\nVersion: 1\n",
            "own-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "own-1.dist-info/RECORD": "",
        }
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        return f"own @ {wheel.as_uri()} --hash=sha256:{digest}\n"


if __name__ == "__main__":
    unittest.main()
