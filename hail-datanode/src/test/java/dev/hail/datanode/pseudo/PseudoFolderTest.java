// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of pseudo replicas, which many writers make at once. */
final class PseudoFolderTest {
  private final FileIoProvider io = new FileIoProvider(new Configuration(), null);

  @TempDir private File volume;

  /** A directory that another writer makes just before this one. */
  private static final class LostRace extends File {
    private static final long serialVersionUID = 1;

    LostRace(File parent, String name) {
      super(parent, name);
    }

    @Override
    public boolean mkdirs() {
      assertThat(new File(getPath()).mkdirs()).isTrue();
      return super.mkdirs();
    }
  }

  @Test
  void directory_madeFirstByAnotherWriter_isUsed() throws Exception {
    File directory = new LostRace(volume, "shared");
    PseudoFolder.make(io, null, directory);
    assertThat(directory).isDirectory();
    PseudoFolder.make(io, null, directory);
  }

  @Test
  void directory_thatCannotBeMade_isError() throws Exception {
    File inTheWay = new File(volume, "file");
    Files.writeString(inTheWay.toPath(), "");
    assertThatThrownBy(() -> PseudoFolder.make(io, null, inTheWay)).isInstanceOf(IOException.class);
  }
}
