// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.probe;

import dev.hail.client.PathException;
import dev.hail.join.JoinLibrary;
import dev.hail.join.StringFile;
import dev.hail.join.plan.ImageFile;
import dev.hail.join.plan.JoinPlan;
import dev.hail.join.plan.PlannedJoin;
import dev.hail.nativejoin.FlatJoin;
import dev.hail.nativejoin.FlatJoins;
import dev.hail.nativejoin.FlatStar;
import dev.hail.nativejoin.JoinException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The images of a job on a node. The first tasks check the checksum of all bytes, and leave a mark
 * in the directory of the application, so that later tasks compare lengths and beginnings only.
 */
final class NodeImages {
  private static final Logger LOG = LoggerFactory.getLogger(NodeImages.class);

  private final Path working;
  private final Path marks;

  /**
   * Images in a directory.
   *
   * @param working where the links to the images are
   * @param marks directory for marks that all tasks of the job on this node share; null if there is
   *     none
   */
  NodeImages(Path working, Path marks) {
    this.working = working;
    this.marks = marks;
  }

  /** Images in the working directory of this task. */
  static NodeImages ofTask() {
    String directories = System.getenv("LOCAL_DIRS");
    Path marks =
        directories == null || directories.isEmpty()
            ? null
            : Path.of(directories.split(",", -1)[0]);
    return new NodeImages(Path.of("").toAbsolutePath(), marks);
  }

  /**
   * Opens the star of a plan.
   *
   * @param capacity most rows that the star gives at once
   * @throws IOException if an image is missing, damaged or not the planned one, or the library
   *     cannot be loaded
   */
  FlatStar star(JoinPlan plan, int capacity) throws IOException {
    FlatJoins library = JoinLibrary.ofTask(plan.implementation());
    List<FlatJoin> joins = new ArrayList<>();
    try {
      for (PlannedJoin join : plan.joins()) {
        Path image = find(join.image());
        boolean verify = !isVerified(join.image());
        try {
          joins.add(library.map(image, verify));
        } catch (JoinException failed) {
          throw new IOException(
              "Join `" + join.name() + "': " + PathException.firstLine(failed), failed);
        }
        if (verify) {
          verified(join.image());
        }
      }
      return library.star(joins, capacity);
    } finally {
      joins.forEach(FlatJoin::close);
    }
  }

  /**
   * Opens the strings of each join of a plan; null for a join without them.
   *
   * @throws IOException if a file is missing, damaged or not the planned one
   */
  List<StringFile> strings(JoinPlan plan) throws IOException {
    List<StringFile> all = new ArrayList<>();
    for (PlannedJoin join : plan.joins()) {
      StringFile strings = null;
      if (join.strings() != null) {
        boolean verify = !isVerified(join.strings());
        strings = StringFile.map(find(join.strings()), verify);
        if (verify) {
          verified(join.strings());
        }
      }
      all.add(strings);
    }
    return Collections.unmodifiableList(all);
  }

  private Path find(ImageFile image) throws IOException {
    Path file = working.resolve(image.name());
    image.check(file);
    return file.toRealPath();
  }

  private boolean isVerified(ImageFile image) {
    return marks != null && Files.exists(mark(image));
  }

  private void verified(ImageFile image) {
    if (marks == null) {
      return;
    }
    try {
      Files.createFile(mark(image));
    } catch (FileAlreadyExistsException another) {
      LOG.debug("Another task has verified {}, too", image.name());
    } catch (IOException e) {
      LOG.info("Every task on this node verifies {}: {}", image.name(), e.toString());
    }
  }

  private Path mark(ImageFile image) {
    return marks.resolve(image.name() + "-" + Integer.toHexString(image.head()) + ".verified");
  }
}
