// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.AttributeDamage;
import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.fs.HiddenNames;
import dev.hail.client.read.FirstBytes;
import dev.hail.client.workload.IndexAdvice;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.protocol.FileWorkload;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.xattr.HailXAttributes;
import dev.hail.xattr.Workload;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Reads from the namenode which filters it recorded for files. */
final class RecordedFilters {
  /** Only this many files of a directory count, the newest ones. */
  private static final int MOST_FILES = 100;

  private final Configuration configuration;
  private final long halfLifeSeconds;

  RecordedFilters(Configuration configuration) {
    this.configuration = configuration;
    this.halfLifeSeconds =
        Math.max(
            1,
            NumberKeys.time(
                configuration,
                HailConfigKeys.WORKLOAD_HALF_LIFE,
                HailConfigKeys.WORKLOAD_HALF_LIFE_DEFAULT,
                TimeUnit.SECONDS));
  }

  /**
   * Returns the record of a HAIL file; empty if nothing was recorded.
   *
   * @throws PathException if the file lacks its schema attribute, so that nothing can be recorded
   */
  Workload of(HdfsPath file) throws IOException {
    try (HailClientProtocol namenode = namenode(file)) {
      FileWorkload known = namenode.getWorkload(file.source());
      if (known.schema().isEmpty()) {
        throw withoutSchema(file);
      }
      return workload(file, known);
    }
  }

  private static PathException withoutSchema(HdfsPath file) {
    return new PathException(
        file,
        "has no attribute " + HailXAttributes.SCHEMA + ", so no filters are recorded for it",
        "`hail cp' writes a copy that has the attribute.");
  }

  /**
   * Returns the best index attributes for a new file.
   *
   * @param like a file with the same schema, or a directory whose files with this schema count
   * @param schema schema of the new file
   * @param most most attributes to return
   * @param skipped told of each file of a directory that does not count, as its schema is damaged
   * @return positions from 1, at least one
   * @throws PathException if nothing is recorded there that an index would help
   */
  List<Integer> best(Path like, Schema schema, int most, Consumer<PathException> skipped)
      throws IOException {
    HdfsPath place = HdfsPath.resolve(configuration, like);
    Workload workload = of(place, schema, skipped);
    IndexAdvice advice = IndexAdvice.of(workload, schema.size());
    List<Integer> best = advice.best(most, Set.of());
    if (best.isEmpty()) {
      throw new PathException(
          place,
          workload.jobs() == 0
              ? "there is nothing to learn from: no job and no query with a filter was recorded for"
                  + " a file with this schema"
              : "no index would have helped the "
                  + Counted.text(workload.jobs(), "job")
                  + " recorded for files with this schema",
          "Name the attributes: --index A,B,C, or other files: --like PATH.");
    }
    return best;
  }

  private Workload of(HdfsPath place, Schema schema, Consumer<PathException> skipped)
      throws IOException {
    FileStatus status = place.fileSystem().getFileStatus(place.path());
    if (!status.isDirectory()) {
      try (HailClientProtocol namenode = namenode(place)) {
        FileWorkload known = namenode.getWorkload(place.source());
        if (known.schema().isEmpty() && FirstBytes.areHail(place, status)) {
          throw withoutSchema(place);
        }
        if (!isSame(schema, place, known.schema())) {
          throw new PathException(
              place,
              known.schema().isEmpty()
                  ? "is no HAIL file"
                  : "has another schema: " + known.schema(),
              "Name a file with the schema of the new one.");
        }
        return workload(place, known);
      }
    }
    FileStatus[] found = place.fileSystem().listStatus(place.path());
    List<FileStatus> newest =
        Arrays.stream(found)
            .filter(each -> each.isFile() && !HiddenNames.isHidden(each.getPath().getName()))
            .sorted(Comparator.comparingLong(FileStatus::getModificationTime).reversed())
            .limit(MOST_FILES)
            .toList();
    Workload sum = Workload.none();
    try (HailClientProtocol namenode = namenode(place, anyBlockPoolId(place, newest))) {
      for (FileStatus each : newest) {
        HdfsPath file = new HdfsPath(place.fileSystem(), each.getPath());
        FileWorkload known = ifReadable(namenode, file);
        try {
          if (known != null && isSame(schema, file, known.schema())) {
            sum = sum.plus(workload(file, known), halfLifeSeconds);
          }
        } catch (PathException damaged) {
          skipped.accept(damaged);
        }
      }
    }
    return sum;
  }

  private HailClientProtocol namenode(HdfsPath file) throws IOException {
    return namenode(file, file.blockPoolId());
  }

  private HailClientProtocol namenode(HdfsPath path, String blockPoolId) throws IOException {
    return HailProxies.clientProxy(configuration, path.fileSystem().getUri(), blockPoolId);
  }

  /** Returns the block pool of a directory's files; empty if no file tells it. */
  private static String anyBlockPoolId(HdfsPath directory, List<FileStatus> files)
      throws IOException {
    for (FileStatus status : files) {
      try {
        String id = new HdfsPath(directory.fileSystem(), status.getPath()).blockPoolId();
        if (!id.isEmpty()) {
          return id;
        }
      } catch (AccessControlException | FileNotFoundException none) {
        // Another file may tell.
      }
    }
    return "";
  }

  /** Returns null if the file is gone, or not readable by this user. */
  private static FileWorkload ifReadable(HailClientProtocol namenode, HdfsPath file)
      throws IOException {
    try {
      return namenode.getWorkload(file.source());
    } catch (AccessControlException | FileNotFoundException none) {
      return null;
    }
  }

  private static boolean isSame(Schema schema, HdfsPath file, String sql) throws PathException {
    try {
      return !sql.isEmpty() && Schema.parse(sql).equals(schema);
    } catch (SchemaException damaged) {
      AttributeDamage damage = new AttributeDamage(HailXAttributes.SCHEMA, damaged.getMessage());
      throw new PathException(file, damage.describe(file.source()), "", damaged);
    }
  }

  private static Workload workload(HdfsPath file, FileWorkload known) throws IOException {
    try {
      return Workload.parse(known.workload());
    } catch (IllegalArgumentException newer) {
      throw new IOException(
          file + ": what the namenode recorded cannot be read: " + newer.getMessage(), newer);
    }
  }
}
