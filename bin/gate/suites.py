# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

"""The nightly suites, and which of them a change touches."""

import dataclasses
import fnmatch


@dataclasses.dataclass(frozen=True)
class Suite:
    """What runs, for how many minutes at most, and with which seed, if it takes one."""

    name: str
    command: tuple
    minutes: int
    seed: int | None = None


def all_suites(times, seed):
    """The suites in the order in which they run; random ones run times as long."""
    minutes = 2 * times
    # Each fault once takes about a quarter of an hour.
    system_minutes = 0 if times == 1 else 15 * times
    with_seed = ("--seed", str(seed))
    return (
        Suite("fresh", ("bin/test", "--fresh", *with_seed), 120, seed),
        Suite("tagged", ("bin/test", "--tagged", *with_seed), 300, seed),
        Suite("system", ("bin/test", "--system", str(system_minutes), *with_seed), 90 + system_minutes, seed),
        Suite("stress", ("bin/test", "--stress", str(minutes), *with_seed), 60 + minutes, seed),
        Suite("hdfs", ("bin/test", "--hdfs", "smoke"), 180),
        Suite("hadoop-3.4", ("bin/test", "--hadoop", "3.4.3"), 90),
        Suite("release", ("bin/test", "--release"), 90),
        Suite("native-optimized", ("hail-native/test", "--optimized"), 90),
        Suite("native-memory", ("hail-native/test", "--product", "--sanitize", "address,undefined"), 90),
        Suite(
            "native-threads",
            ("hail-native/test", "--product", "--compiler", "clang++", "--sanitize", "thread"),
            90,
        ),
        Suite("native-x86_64", ("hail-native/test", "--baseline", "x86_64"), 90),
        Suite("native-aarch64", ("hail-native/test", "--baseline", "aarch64"), 90),
        Suite("fuzz", ("bin/test", "--fuzz", str(minutes)), 60 + minutes),
        Suite("native-fuzz", ("hail-native/test", "--fuzz", str(minutes), *with_seed), 60 + minutes, seed),
    )


NAMES = tuple(suite.name for suite in all_suites(1, 0))

CLUSTER = ("fresh", "tagged", "system", "stress", "hdfs", "hadoop-3.4")
NATIVE = tuple(name for name in NAMES if name.startswith("native-"))
# The first pattern that a path matches counts; a path without one touches all suites.
TOUCHED = (
    ("docs/cluster.md", ("tagged",)),
    ("docs/install.md", ("tagged", "release")),
    ("*.md", ()),
    ("docs/*", ()),
    ("LICENSE", ("release",)),
    ("NOTICE", ("release",)),
    ("tests/*", ()),
    (".gitignore", ()),
    (".ci/*", ()),
    ("docker/*", ()),
    ("hail-native/src/main/java/*", ("fresh", "tagged", "release")),
    ("hail-native/src/test/java/*", ("fresh", "tagged")),
    ("hail-native/*", ("fresh", "tagged", "release", *NATIVE)),
    ("hail-format/*", (*CLUSTER, "release", "fuzz")),
    ("hail-protocol/*", (*CLUSTER, "release", "fuzz")),
    ("hail-datanode/*", (*CLUSTER, "release", "fuzz")),
    ("hail-namenode/*", (*CLUSTER, "release", "fuzz")),
    ("hail-client/*", (*CLUSTER, "release")),
    ("hail-minicluster/*", (*CLUSTER, "release")),
    ("hail-cli/*", ("fresh", "tagged", "release")),
    ("hail-join/*", ("fresh", "tagged", "system", "hadoop-3.4", "release")),
    ("hail-mapreduce/*", ("fresh", "tagged", "system", "hadoop-3.4", "release")),
    ("hail-task/*", ("fresh", "tagged", "system", "release")),
    ("hail-fuzz/*", ("fuzz",)),
    ("hail-hdfs-tests/*", ("hdfs",)),
    ("hail-bench/*", ("fresh", "tagged", "release")),
    ("examples/*", ("fresh", "tagged", "release")),
    ("hail-bom/*", ("release",)),
    ("hail-dist/*", ("tagged", "release")),
    ("conf/log4j.properties", ("tagged", "release")),
    ("bin/release", ("release",)),
    ("bin/class-archive.sh", ("tagged", "release")),
    ("bin/clang-format.requirements.txt", ()),
)


def touched_by(paths):
    """The names of the suites that changes of these paths touch."""
    return {name for path in paths for name in _touched_by(path)}


def _touched_by(path):
    for pattern, names in TOUCHED:
        if fnmatch.fnmatchcase(path, pattern):
            return names
    return NAMES
