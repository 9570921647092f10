package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UploadNameTest {
  @Test
  void aFolderTellsItsUpload() {
    UploadName name = UploadName.ofThisProcess();
    UploadName read = UploadName.parse(name.folder("alice"), "alice");
    assertThat(read).isEqualTo(name);
    assertThat(read.isOfThisHost()).isTrue();
    assertThat(read.isRunning()).isTrue();
  }

  @Test
  void foldersOfOthersAndOtherNamesAreNotRead() {
    String folder = UploadName.ofThisProcess().folder("alice");
    assertThat(UploadName.parse(folder, "bob")).isNull();
    assertThat(UploadName.parse(".hail-put-alice-x", "alice")).isNull();
    assertThat(UploadName.parse("visits", "alice")).isNull();
  }

  @Test
  void anIdThatWasUsedAgainIsAnotherProcess() {
    UploadName name = UploadName.ofThisProcess();
    UploadName before = new UploadName(name.host(), name.pid(), name.startSecond() - 1, "1");
    assertThat(before.isRunning()).isFalse();
  }

  @Test
  void oddUserNamesMakeValidFolders() {
    assertThat(UploadName.prefix("a/b c")).isEqualTo(".hail-put-a_b_c-");
  }
}
