package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailFile;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedCluster.class)
class PutTest {
  private static final String SCHEMA = "k INT, name STRING, day DATE";

  private final HailShell shell;

  PutTest(HailShell shell) {
    this.shell = shell;
  }

  @BeforeEach
  void makeDirectory() throws Exception {
    shell.fileSystem().mkdirs(new Path("/put"));
  }

  @Test
  void textBecomesAFileWithItsSchemaAndIndexes() throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            rows(20_000), "put", "--schema", SCHEMA, "--index", "k,day,@2", "-", "/put/whole");
    assertThat(put.code()).as("%s", put).isZero();
    HailFile file = HailFile.open(shell.cluster().configuration(), new Path("/put/whole"));
    assertThat(file.schema().toSql()).isEqualToIgnoringCase("k INT, name STRING, day DATE");
    assertThat(file.indexAttributes()).containsExactly(1, 3, 2);
    assertThat(file.blocks()).hasSizeGreaterThan(3);
    assertThat(file.directoryFailure()).isNull();
    assertThat(file.blocks())
        .allSatisfy(
            block ->
                assertThat(block.replicas())
                    .extracting(replica -> replica.replica().sortAttribute())
                    .containsExactlyInAnyOrder(1, 2, 3));
    assertThat(shell.fileSystem().listStatus(new Path("/put"))).hasSize(1);
  }

  private static String rows(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i * 7919 % count).append(",name ").append(i % 97).append(",2020-01-");
      text.append(String.format("%02d", i % 28 + 1)).append('\n');
    }
    return text.toString();
  }
}
