package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example that docs/native-joins.md shows. */
class JoinExampleTest {
  private static final String BEGIN = "    // example\n";
  private static final String END = "    // end of example\n";
  private static final String INDENT = "    ";

  @Test
  void theExampleWorks() {
    assertThat(JoinExample.run()).containsExactly("Page 2");
  }

  @Test
  void theExampleIsTheOneInTheDocument() throws IOException {
    Path module = Path.of("").toAbsolutePath();
    String source =
        Files.readString(module.resolve("src/test/java/dev/hail/nativejoin/JoinExample.java"));
    String document = Files.readString(module.resolveSibling("docs").resolve("native-joins.md"));
    String example =
        source
            .substring(source.indexOf(BEGIN) + BEGIN.length(), source.indexOf(END))
            .lines()
            .map(line -> line.startsWith(INDENT) ? line.substring(INDENT.length()) : line)
            .collect(Collectors.joining("\n"));
    assertThat(document).contains("```java\n" + example + "\n```");
  }
}
