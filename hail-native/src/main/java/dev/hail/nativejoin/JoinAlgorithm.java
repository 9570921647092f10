package dev.hail.nativejoin;

/**
 * The table a native join looks keys up in. {@link JavaJoins} has one of its own and ignores it.
 */
public enum JoinAlgorithm {
  /** The one that is smaller and faster for the keys of the build side. */
  AUTO(0),
  /** Concise hash table: any keys. */
  CONCISE_HASH(1),
  /** Concise array table: refused if the keys are too far apart. */
  CONCISE_ARRAY(2);

  private final int code;

  JoinAlgorithm(int code) {
    this.code = code;
  }

  /** The number of this algorithm in hail_join.h and in images. */
  int code() {
    return code;
  }
}
