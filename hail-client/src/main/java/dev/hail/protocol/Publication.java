package dev.hail.protocol;

import java.util.Objects;

/**
 * A file that its writer wants to become a pseudo block replica (thesis, section 3.5.3).
 *
 * @param path absolute path of the file whose block it is of, without scheme and authority
 * @param blockId HDFS block id of that block
 * @param generationStamp generation stamp of that block when it was read
 * @param sortAttribute position, from 1, of the attribute the staged rows are sorted by
 * @param stagedPath absolute path of the staged file, without scheme and authority
 */
public record Publication(
    String path, long blockId, long generationStamp, int sortAttribute, String stagedPath) {
  public Publication {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(stagedPath, "stagedPath is null");
  }

  /** What became of it. */
  public enum Outcome {
    /** It is a replica now; the staged file has moved. */
    PUBLISHED,
    /** There is one already; the staged file is gone. */
    ALREADY_THERE,
    /** No datanode has told of the staged file's block yet: ask again. */
    NOT_REPORTED,
    /** The budget has no room, and no index is worth less; the staged file is gone. */
    NO_ROOM
  }
}
