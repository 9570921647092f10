// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads keys that are whole numbers, times or sizes, and refuses values out of range. Without that,
 * Hadoop cuts some of them to fewer bits, and 0 threads wait forever.
 */
public final class NumberKeys {
  /** Most threads of one kind; more would end the process before they helped. */
  public static final int MOST_THREADS = 1_000;

  /** HDFS keeps the replication of a file in 16 bits. */
  public static final int MOST_REPLICAS = Short.MAX_VALUE;

  /** Replicas of each block of a file, a key of HDFS. */
  public static final String REPLICATION = "dfs.replication";

  /** Bytes of each block of a file, a key of HDFS. */
  public static final String BLOCK_SIZE = "dfs.blocksize";

  /** Bytes that have a checksum of their own, a key of HDFS. */
  public static final String BYTES_PER_CHECKSUM = "dfs.bytes-per-checksum";

  /** Replicas of files that tasks of a job load, a key of MapReduce. */
  public static final String SUBMIT_REPLICATION = "mapreduce.client.submit.file.replication";

  /** The slots of all hosts together must fit 32 bits. */
  private static final int MOST_SLOTS = 10_000;

  private static final int ANY = Integer.MAX_VALUE;

  private static final Map<String, Range> RANGES =
      Map.ofEntries(
          Map.entry(REPLICATION, new Range(Unit.COUNT, 1, MOST_REPLICAS)),
          Map.entry(SUBMIT_REPLICATION, new Range(Unit.COUNT, 1, MOST_REPLICAS)),
          Map.entry(BLOCK_SIZE, new Range(Unit.BYTES, 1, Long.MAX_VALUE)),
          Map.entry(BYTES_PER_CHECKSUM, new Range(Unit.COUNT, 1, ANY)),
          Map.entry(HailConfigKeys.PUT_THREADS, new Range(Unit.COUNT, 1, MOST_THREADS)),
          Map.entry(HailConfigKeys.PUT_STREAMS, new Range(Unit.COUNT, 1, MOST_THREADS)),
          // Folders of uploads that run would be removed at the age of 0.
          Map.entry(HailConfigKeys.PUT_STALE_AFTER, new Range(Unit.MILLIS, 1, Long.MAX_VALUE)),
          Map.entry(HailConfigKeys.READ_THREADS, new Range(Unit.COUNT, 1, MOST_THREADS)),
          Map.entry(HailConfigKeys.READ_DIRECTORY_BATCH, new Range(Unit.COUNT, 1, ANY)),
          Map.entry(HailConfigKeys.SPLITTING_MAP_SLOTS, new Range(Unit.COUNT, 0, MOST_SLOTS)),
          Map.entry(HailConfigKeys.CLIENT_RPC_FAILOVERS, new Range(Unit.COUNT, 0, ANY)),
          // A time-out of 0 would be an unlimited wait.
          Map.entry(HailConfigKeys.CLIENT_RPC_TIMEOUT, new Range(Unit.MILLIS, 1, ANY)),
          Map.entry(HailConfigKeys.DATANODE_RPC_TIMEOUT, new Range(Unit.MILLIS, 1, ANY)),
          Map.entry(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, new Range(Unit.MILLIS, 1, ANY)),
          Map.entry(HailConfigKeys.DATANODE_SORT_THREADS, new Range(Unit.COUNT, 0, MOST_THREADS)),
          Map.entry(HailConfigKeys.NAMENODE_HANDLER_COUNT, new Range(Unit.COUNT, 1, MOST_THREADS)),
          Map.entry(
              HailConfigKeys.NAMENODE_SERVICE_HANDLER_COUNT,
              new Range(Unit.COUNT, 1, MOST_THREADS)),
          Map.entry(HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX, new Range(Unit.COUNT, 1, ANY)),
          Map.entry(HailConfigKeys.NAMENODE_FULL_REPORTS_MAX, new Range(Unit.COUNT, 1, ANY)));

  private NumberKeys() {}

  private enum Unit {
    COUNT("a whole number"),
    MILLIS("a time such as 10s, in milliseconds"),
    BYTES("a size such as 64m, in bytes");

    private final String words;

    Unit(String words) {
      this.words = words;
    }
  }

  private record Range(Unit unit, long least, long most) {
    @Override
    public String toString() {
      return most == Long.MAX_VALUE
          ? unit.words + " of at least " + least
          : unit.words + " from " + least + " to " + most;
    }
  }

  /** The keys that this class reads. */
  public static Set<String> keys() {
    return RANGES.keySet();
  }

  /**
   * Checks a key, unless it is not set.
   *
   * @param key one of {@link #keys()}
   * @throws IllegalArgumentException if its value is out of range; names the key, the value and
   *     what is possible
   */
  public static void check(Configuration configuration, String key) {
    if (configuration.get(key) == null) {
      return;
    }
    read(
        configuration,
        key,
        conf ->
            switch (RANGES.get(key).unit()) {
              // A long shows a number that has too many bits for an int.
              case COUNT -> conf.getLong(key, 0);
              case MILLIS -> conf.getTimeDuration(key, 0, TimeUnit.MILLISECONDS);
              case BYTES -> conf.getLongBytes(key, 0);
            });
  }

  /**
   * Reads a number.
   *
   * @param key one of {@link #keys()}
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static int count(Configuration configuration, String key, int byDefault) {
    return (int) read(configuration, key, conf -> conf.getLong(key, byDefault));
  }

  /**
   * Reads a time in milliseconds.
   *
   * @param key one of {@link #keys()}
   * @param byDefault with its unit
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static int millis(Configuration configuration, String key, String byDefault) {
    return (int)
        read(
            configuration,
            key,
            conf -> conf.getTimeDuration(key, byDefault, TimeUnit.MILLISECONDS));
  }

  private static long read(
      Configuration configuration, String key, ToLongFunction<Configuration> reader) {
    Range range = RANGES.get(key);
    try {
      long value = reader.applyAsLong(configuration);
      if (value >= range.least() && value <= range.most()) {
        return value;
      }
    } catch (IllegalArgumentException noNumber) {
      // The message below covers it.
    }
    throw new IllegalArgumentException(
        key + " must be " + range + "; it is `" + configuration.get(key) + "'");
  }
}
