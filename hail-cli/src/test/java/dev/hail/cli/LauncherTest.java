// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/hail} of a release, with a {@code java} that writes down how it is called. */
class LauncherTest {
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      printf '%s\\n' "$@" > "$CALL"
      printf 'HADOOP_CONF_DIR=%s\\n' "${HADOOP_CONF_DIR-unset}" >> "$CALL"
      printf 'LC_ALL=%s, charmap=%s\\n' "${LC_ALL-unset}" "$(locale charmap)" >> "$CALL"
      for word; do
        case $word in -XX:ArchiveClassesAtExit=*) echo classes > "${word#*=}" ;; esac
      done
      exit "${CODE:-0}"
      """;

  @TempDir Path home;

  private Path jar;
  private Path hadoopJar;

  @BeforeEach
  void install() throws IOException {
    for (String script : List.of("hail", "class-archive.sh", "utf8.sh")) {
      copy(checkout().resolve("bin").resolve(script), home.resolve("bin").resolve(script));
    }
    copy(checkout().resolve("conf/log4j.properties"), home.resolve("conf/log4j.properties"));
    Path java = script("jdk/bin/java", JAVA);
    jar = jar("lib/client/hail.jar");
    hadoopJar = jar("hadoop/lib/hadoop.jar");
    script(
        "hadoop/bin/hadoop",
        "#!/usr/bin/env bash\n[ \"$1\" = classpath ] && echo '/etc/hadoop:%s/*:/opt/x.jar'\n"
            .formatted(hadoopJar.getParent()));
    Instant old = Instant.now().minusSeconds(3_600);
    for (Path path : List.of(java, jar, jar.getParent(), hadoopJar, hadoopJar.getParent())) {
      Files.setLastModifiedTime(path, FileTime.from(old));
    }
  }

  @Test
  void cat_withoutArchive_writesOneForLaterCommands() throws Exception {
    assertThat(hail(Map.of(), "cat", "/visits")).anyMatch(LauncherTest::writesArchive);
    Path archive = onlyArchive();

    assertThat(hail(Map.of(), "cat", "/visits"))
        .contains("-XX:SharedArchiveFile=" + archive)
        .noneMatch(LauncherTest::writesArchive);
    assertThat(hail(Map.of(), "fsck", "/visits")).contains("-XX:SharedArchiveFile=" + archive);
  }

  @Test
  void failingCommand_asFirst_leavesNoArchiveAndItsExitCode() throws Exception {
    assertThat(run(Map.of("CODE", "3"), "cat", "/none")).isEqualTo(3);
    assertThat(archives()).isEmpty();
  }

  @Test
  void checkoutWithoutRebuild_runsItsJars_orFailsIfThereAreNone() throws Exception {
    Files.createFile(home.resolve("pom.xml"));
    copy(checkout().resolve("bin/prerequisites.sh"), home.resolve("bin/prerequisites.sh"));
    Map<String, String> off = Map.of("HAIL_REBUILD", "off");
    assertThat(run(off, "ls", "/")).isEqualTo(1);

    Path built = jar("target/hail/lib/hail-cli-1.jar");

    assertThat(hail(off, "ls", "/")).anyMatch(word -> word.startsWith(built.getParent() + "/*"));
  }

  @Test
  void archive_olderThanJars_isWrittenAnew() throws Exception {
    hail(Map.of(), "cat", "/visits");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(hail(Map.of(), "fsck", "/visits")).noneMatch(LauncherTest::usesArchive);
    assertThat(hail(Map.of(), "cat", "/visits")).anyMatch(LauncherTest::writesArchive);
  }

  @Test
  void archive_olderThanHadoop_isWrittenAnew() throws Exception {
    hail(Map.of(), "cat", "/visits");
    Files.setLastModifiedTime(hadoopJar, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(hail(Map.of(), "cat", "/visits")).anyMatch(LauncherTest::writesArchive);
  }

  @Test
  void archive_turnedOffOrWithoutDirectory_isNotWritten() throws Exception {
    assertThat(hail(Map.of("HAIL_CLASS_ARCHIVE", "off"), "cat", "/visits"))
        .noneMatch(LauncherTest::writesArchive);
    // A path below a file can be written by nobody, root included.
    assertThat(hail(Map.of("XDG_CACHE_HOME", jar.toString()), "cat", "/visits"))
        .noneMatch(LauncherTest::writesArchive);
    assertThat(hail(Map.of("XDG_CACHE_HOME", "", "HOME", ""), "cat", "/visits"))
        .noneMatch(LauncherTest::writesArchive);
  }

  @Test
  void launcher_forShortAndLongCommands_choosesFittingCompiler() throws Exception {
    String fast = "-XX:TieredStopAtLevel=1";
    assertThat(hail(Map.of(), "-D", "a.b=c", "cat", "put")).contains(fast);
    assertThat(hail(Map.of(), "-fs", "cat", "-D=a=b", "put", "/")).doesNotContain(fast);
  }

  @Test
  void clusterConfiguration_onClassPath_isBehindJarsAndLeavesLoggingAlone() throws Exception {
    Path conf = Files.createDirectory(home.resolve("cluster conf"));
    Map<String, String> cluster = Map.of("HADOOP_CONF_DIR", conf.toString());
    String root = home.toRealPath().toString();
    String ours = root + "/conf";
    assertThat(hail(cluster, "fsck", "/"))
        .contains(
            String.join(
                ":",
                root + "/lib/client/*",
                hadoopJar.getParent() + "/*",
                "/opt/x.jar",
                conf.toString(),
                "/etc/hadoop",
                ours))
        .contains("-Dlog4j.configuration=file:" + ours + "/log4j.properties");

    Files.createFile(conf.resolve("log4j.properties"));
    assertThat(hail(cluster, "fsck", "/"))
        .contains("-Dlog4j.configuration=file:" + ours + "/log4j.properties")
        .contains("-Dhail.log.level=WARN");
  }

  @Test
  void clusterConfiguration_ofCommandsWithTheirOwnCluster_isIgnored() throws Exception {
    Path conf = Files.createDirectory(home.resolve("cluster conf"));
    Map<String, String> cluster = Map.of("HADOOP_CONF_DIR", conf.toString());
    assertThat(hail(cluster, "fsck", "/")).contains("HADOOP_CONF_DIR=" + conf);
    for (String command : List.of("demo", "minicluster", "bench")) {
      assertThat(hail(cluster, "-D", "a.b=c", command))
          .as(command)
          .contains("HADOOP_CONF_DIR=unset")
          .noneMatch(argument -> argument.contains(conf.toString()));
    }
    Map<String, String> gone = Map.of("HADOOP_CONF_DIR", home.resolve("gone").toString());
    assertThat(run(gone, "ls", "/")).isEqualTo(2);
    assertThat(run(gone, "minicluster")).isZero();
  }

  @Test
  void hadoop_missing_isNamedWithRemedy() throws Exception {
    Path none = home.resolve("none");
    Path errors = home.resolve("errors");

    assertThat(run(Map.of("HADOOP_HOME", none.toString()), "ls", "/")).isEqualTo(2);
    assertThat(errors)
        .content()
        .startsWith("hail: cannot find " + none + "/bin/hadoop; set HADOOP_HOME");
  }

  @Test
  void logging_chosenByVariables_isPassedOn() throws Exception {
    Path log = Files.createFile(home.resolve("own log.properties")).toRealPath();
    assertThat(hail(Map.of("HAIL_LOG4J", log.toString(), "HAIL_LOG_LEVEL", "DEBUG"), "ls", "/"))
        .contains("-Dlog4j.configuration=file:" + log)
        .contains("-Dhail.log.level=DEBUG");
    assertThat(run(Map.of("HAIL_LOG4J", home.resolve("none").toString()), "ls", "/")).isEqualTo(2);
  }

  @Test
  void logLevel_unknown_isRefusedWithTheLevels() throws Exception {
    for (String none : List.of("nonsense", " ", "WARN,console", "INFO DEBUG", "*")) {
      assertThat(run(Map.of("HAIL_LOG_LEVEL", none), "ls", "/")).as(none).isEqualTo(2);
      assertThat(errors())
          .isEqualTo(
              "hail: HAIL_LOG_LEVEL is `%s', which is no level; the levels are OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE and ALL\n"
                  .formatted(none));
    }
    assertThat(hail(Map.of("HAIL_LOG_LEVEL", "info"), "ls", "/")).contains("-Dhail.log.level=info");
    assertThat(hail(Map.of("HAIL_LOG_LEVEL", ""), "ls", "/")).contains("-Dhail.log.level=WARN");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "", "de_DE.ISO-8859-1", "tr_TR.UTF-8", "none.UTF-8"})
  void java_inEveryLocale_startsInUtf8(String locale) throws Exception {
    assertThat(hail(Map.of("LC_ALL", locale, "LANG", locale), "ls", "/größe–"))
        .contains("/größe–", "LC_ALL=C.UTF-8, charmap=UTF-8");
  }

  @Test
  void textThatIsNotUtf8_inArgumentVariableOrDirectory_isRefused() throws Exception {
    String refused = " is not UTF-8, which HAIL takes in every locale (here C): ";
    for (String bytes :
        List.of("M\\xfcller", "\\xc0\\xaf", "\\xed\\xa0\\x80", "\\xf5\\x80\\x80\\x80")) {
      assertThat(typed("hail cat --filter \"v = '\"$'%s'\"'\" /".formatted(bytes))).isEqualTo(2);
      assertThat(errors()).startsWith("hail: argument ").contains(refused);
    }
    assertThat(typed("HAIL_OPTS=$'-Da=\\xfc' hail ls /")).isEqualTo(2);
    assertThat(errors()).startsWith("hail: HAIL_OPTS $'-Da=\\374'" + refused);
    assertThat(typed("mkdir $'\\xfc'; cd $'\\xfc'; hail ls /; code=$?; rmdir $PWD; exit $code"))
        .isEqualTo(2);
    assertThat(errors()).startsWith("hail: the working directory ").contains("/\\374'" + refused);
    assertThat(hail(Map.of("LC_ALL", "C"), "ls", "\uE000\uFFFD\uD7FF\uDBFF\uDFFF"))
        .contains("\uE000\uFFFD\uD7FF\uDBFF\uDFFF");
  }

  private static boolean writesArchive(String option) {
    return option.startsWith("-XX:ArchiveClassesAtExit=");
  }

  private static boolean usesArchive(String option) {
    return option.startsWith("-XX:SharedArchiveFile=");
  }

  private Path onlyArchive() throws IOException {
    List<Path> found = archives();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private List<Path> archives() throws IOException {
    Path directory = home.resolve("cache/hail");
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  /** Runs the command, which has to succeed, and gives the arguments of java. */
  private List<String> hail(Map<String, String> environment, String... arguments) throws Exception {
    assertThat(run(environment, arguments)).isZero();
    return Files.readAllLines(home.resolve("call"));
  }

  private int run(Map<String, String> environment, String... arguments) throws Exception {
    return start(
        environment,
        Stream.concat(Stream.of(home.resolve("bin/hail").toString()), Stream.of(arguments))
            .toList());
  }

  /** Runs what a user types into a shell of the locale C. */
  private int typed(String line) throws Exception {
    String path = home.resolve("bin") + ":" + System.getenv("PATH");
    return start(Map.of("LC_ALL", "C", "PATH", path), List.of("bash", "-c", line));
  }

  private String errors() throws IOException {
    return Files.readString(home.resolve("errors"));
  }

  private int start(Map<String, String> environment, List<String> command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectError(home.resolve("errors").toFile())
            .redirectOutput(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(name -> name.startsWith("HAIL_") || name.startsWith("HADOOP_"));
    variables.put("JAVA_HOME", home.resolve("jdk").toString());
    variables.put("HADOOP_HOME", home.resolve("hadoop").toString());
    variables.put("XDG_CACHE_HOME", home.resolve("cache").toString());
    variables.put("CALL", home.resolve("call").toString());
    variables.putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private Path script(String name, String text) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Path jar(String name) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private static Path checkout() {
    return Path.of("").toAbsolutePath().getParent();
  }
}
