# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""What bin/prerequisites.sh does with .venv of a checkout that was copied."""

import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "bin/prerequisites.sh"


class PrerequisitesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_wheel_in_copied_checkout_is_installed_there(self):
        first, copy = self.folder / "first", self.folder / "copy"
        subprocess.run([sys.executable, "-m", "venv", first / ".venv"], check=True)
        shutil.copytree(first, copy, symlinks=True)
        (copy / "bin").mkdir()
        shutil.copy(PROGRAM, copy / "bin")
        (copy / "bin/own.requirements.txt").write_text(self.wheel())
        subprocess.run(["bash", "-euc", ". bin/prerequisites.sh; require_venv; require_wheel own"], cwd=copy, check=True)
        self.assertEqual([copy], [at for at in (first, copy) if list(at.glob(".venv/lib/*/site-packages/own"))])

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
