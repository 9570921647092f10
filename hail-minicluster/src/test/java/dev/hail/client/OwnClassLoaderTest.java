// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HAIL beside Hadoop in a class loader of its own, as Spark's {@code --jars} has it. */
@ExtendWith(SharedCluster.class)
class OwnClassLoaderTest {
  private final HailShell shell;

  OwnClassLoaderTest(HailShell shell) {
    this.shell = shell;
  }

  /** Runs in the other class loader. */
  public static final class Reader {
    private Reader() {}

    public static int countRows(Configuration configuration, Path path, String filter)
        throws IOException {
      HailFile file = HailFile.open(configuration, path);
      if (file.directoryFailure() != null) {
        throw file.directoryFailure();
      }
      Predicate predicate = Predicate.parse(filter, file.schema());
      ScanOptions options = ScanOptions.of(configuration, null, 1);
      int rows = 0;
      for (HailBlock block : file.blocks()) {
        try (BlockScan scan = BlockScan.open(file, block, predicate, new int[] {1}, options)) {
          RowBatch batch = new RowBatch();
          while (scan.next(batch)) {
            rows += batch.size();
          }
        }
      }
      return rows;
    }
  }

  /** Has the classes of some places for itself, and takes all others from the test's loader. */
  private static final class OwnFirst extends URLClassLoader {
    OwnFirst(URL... places) {
      super(places, OwnClassLoaderTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        boolean own = findResource(name.replace('.', '/') + ".class") != null;
        return own ? findClass(name) : super.loadClass(name, resolve);
      }
    }
  }

  @Test
  void file_readInClassLoaderOfHailAlone_givesItsRows() throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            "1,a\n2,b\n3,a\n",
            "put",
            "-",
            "/own-loader",
            "--schema",
            "k INT, name STRING",
            "--index",
            "k");
    assertThat(put.code()).as("%s", put).isZero();
    URL[] places =
        Stream.of(Schema.class, HailProxies.class, HailFile.class, Reader.class)
            .map(member -> member.getProtectionDomain().getCodeSource().getLocation())
            .toArray(URL[]::new);
    try (OwnFirst loader = new OwnFirst(places)) {
      Class<?> reader = loader.loadClass(Reader.class.getName());
      assertThat(reader).isNotSameAs(Reader.class);
      Object rows =
          reader
              .getMethod("countRows", Configuration.class, Path.class, String.class)
              .invoke(null, shell.cluster().configuration(), new Path("/own-loader"), "k >= 2");
      assertThat(rows).isEqualTo(2);
    }
  }
}
