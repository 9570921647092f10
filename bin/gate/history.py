# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""Which test classes the last day of commits made or changed.

The day ends with the newest commit, so the answer for a commit is the same whenever it is asked.
"""

import dataclasses
import datetime
import pathlib
import re
import subprocess

DAY = 24 * 60 * 60
NAMING = re.compile(r"^(?:package|import) .*$", re.M)


@dataclasses.dataclass(frozen=True)
class History:
    """The newest commit, its date, and the paths of the changed test classes, from the root.

    Without a history of Git, commit is "-", date is today, changed is empty and problem says why.
    """

    commit: str
    date: datetime.date
    changed: frozenset
    problem: str = ""


def read(root):
    try:
        return _read(root)
    except (OSError, subprocess.CalledProcessError, _Unknown) as e:
        reason = (getattr(e, "stderr", None) or b"").decode(errors="replace").strip() or str(e)
        today = datetime.datetime.now(datetime.timezone.utc).date()
        return History("-", today, frozenset(), reason.splitlines()[-1])


class _Unknown(Exception):
    pass


def _read(root):
    if _git(root, "rev-parse", "--show-prefix").strip():
        raise _Unknown(f"{root} is a folder in another checkout")
    commits = [line.split() for line in _git(root, "rev-list", "--timestamp", "--topo-order", "HEAD").splitlines()]
    newest, head = int(commits[0][0]), commits[0][1]
    changed = frozenset()
    problem = ""
    if _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        problem = "a shallow clone does not say what is new"
    else:
        recent = [commit for seconds, commit in reversed(commits) if int(seconds) > newest - DAY]
        changed = _changed(root, recent)
    date = datetime.datetime.fromtimestamp(newest, datetime.timezone.utc).date()
    return History(head[:12], date, changed, problem)


def _changed(root, commits):
    """The files that these commits, oldest first, made or changed; they are followed when they move."""
    tree = ["diff-tree", "--stdin", "-r", "--root", "-M", "-l0", "--raw", "-z", "--no-commit-id", "--no-abbrev"]
    fields = iter(_git(root, *tree, "--", "*Test.java", text="\n".join(commits) + "\n").split("\0"))
    changed = set()
    for field in fields:
        if not field.startswith(":"):
            continue
        _, _, old_blob, new_blob, state = field.split()
        path = next(fields)
        if state.startswith("R"):
            old, path = path, next(fields)
            edited = not _only_renamed(root, (old_blob, old), (new_blob, path))
            if edited or old in changed:
                changed.add(path)
            changed.discard(old)
        elif state == "D":
            changed.discard(path)
        else:
            changed.add(path)
    return frozenset(changed)


def _only_renamed(root, *blobs_and_paths):
    """Whether two versions of a file differ only in package, imports and the name of the class."""
    texts = set()
    for blob, path in blobs_and_paths:
        text = NAMING.sub("", _git(root, "cat-file", "blob", blob))
        # A longer name wraps other lines.
        texts.add("".join(text.replace(pathlib.PurePosixPath(path).stem, "").split()))
    return len(texts) == 1


def _git(root, *words, text=""):
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout.decode(errors="replace")
