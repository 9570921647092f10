// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * Reads all keys that are numbers, times or sizes, and refuses values out of range. Without that,
 * Hadoop cuts some of them to fewer bits, names no key, and 0 threads wait forever.
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

  /** Virtual cores of a map task, a key of MapReduce. */
  public static final String MAP_CORES = "mapreduce.map.cpu.vcores";

  /** Memory in MiB to whose multiples YARN rounds containers up, a key of YARN. */
  public static final String CONTAINER_STEP = "yarn.scheduler.minimum-allocation-mb";

  /** Most memory in MiB of a container, a key of YARN. */
  public static final String CONTAINER_MOST = "yarn.scheduler.maximum-allocation-mb";

  /** Virtual memory that a container may take per byte of its memory, a key of YARN. */
  public static final String VIRTUAL_RATIO = "yarn.nodemanager.vmem-pmem-ratio";

  /** Most blocks of a file, a key of HDFS; below 1 for no limit. */
  public static final String MOST_BLOCKS = "dfs.namenode.fs-limits.max-blocks-per-file";

  /** The slots of all hosts together must fit 32 bits. */
  private static final int MOST_SLOTS = 10_000;

  private static final int ANY = Integer.MAX_VALUE;

  /**
   * A hundred years: in nanoseconds, such times fit 64 bits, also after one is added to a clock.
   */
  private static final long LONGEST = TimeUnit.DAYS.toMillis(36_500);

  private static final Range THREADS = new Range(Unit.COUNT, 1, MOST_THREADS);
  private static final Range FROM_NONE = new Range(Unit.COUNT, 0, ANY);
  private static final Range ANY_WHOLE = new Range(Unit.COUNT, Long.MIN_VALUE, Long.MAX_VALUE);
  private static final Range FROM_ONE = new Range(Unit.COUNT, 1, ANY);
  // A wait of 0 would be one without an end, or would give up at once.
  private static final Range WAIT = new Range(Unit.MILLIS, 1, ANY);
  private static final Range AGE = new Range(Unit.MILLIS, 1, LONGEST);
  private static final Range SPACE = new Range(Unit.BYTES, 0, Long.MAX_VALUE);
  private static final Range SOME_SPACE = new Range(Unit.BYTES, 1, Long.MAX_VALUE);
  private static final Range SHARE = new Range(Unit.REAL, 0, 1);

  private static final Map<String, Range> RANGES =
      Map.ofEntries(
          Map.entry(REPLICATION, new Range(Unit.COUNT, 1, MOST_REPLICAS)),
          Map.entry(SUBMIT_REPLICATION, new Range(Unit.COUNT, 1, MOST_REPLICAS)),
          Map.entry(BLOCK_SIZE, SOME_SPACE),
          Map.entry(BYTES_PER_CHECKSUM, FROM_ONE),
          Map.entry(MOST_BLOCKS, ANY_WHOLE),
          // Below 1, the heap of a task tells.
          Map.entry("mapreduce.map.memory.mb", new Range(Unit.COUNT, -ANY, ANY)),
          Map.entry(MAP_CORES, FROM_ONE),
          Map.entry(CONTAINER_STEP, FROM_NONE),
          Map.entry(CONTAINER_MOST, FROM_ONE),
          // Below 1, there is no limit.
          Map.entry("mapreduce.job.cache.limit.max-resources", ANY_WHOLE),
          Map.entry("mapreduce.job.cache.limit.max-resources-mb", ANY_WHOLE),
          Map.entry("mapreduce.job.cache.limit.max-single-resource-mb", ANY_WHOLE),
          Map.entry(VIRTUAL_RATIO, new Range(Unit.REAL, 0, ANY)),
          Map.entry(HailConfigKeys.PUT_THREADS, THREADS),
          Map.entry(HailConfigKeys.PUT_STREAMS, THREADS),
          // Folders of uploads that run would be removed at the age of 0.
          Map.entry(HailConfigKeys.PUT_STALE_AFTER, AGE),
          Map.entry(HailConfigKeys.READ_THREADS, THREADS),
          Map.entry(HailConfigKeys.READ_DIRECTORY_BATCH, FROM_ONE),
          Map.entry(HailConfigKeys.READ_FAILOVER_BUFFER_MAX, SPACE),
          Map.entry(HailConfigKeys.SPLITTING_MAP_SLOTS, new Range(Unit.COUNT, 0, MOST_SLOTS)),
          Map.entry(HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT, FROM_NONE),
          Map.entry(HailConfigKeys.JOIN_MEMORY_MAX, SOME_SPACE),
          Map.entry(HailConfigKeys.JOIN_MEMORY_OVERHEAD, SPACE),
          Map.entry(HailConfigKeys.JOIN_BUILD_MAX_BAD, ANY_WHOLE),
          Map.entry(HailConfigKeys.ADAPTIVE_OFFER_RATE, SHARE),
          Map.entry(HailConfigKeys.ADAPTIVE_TARGET, new Range(Unit.MILLIS, 0, LONGEST)),
          Map.entry(HailConfigKeys.ADAPTIVE_SELECTIVITY_MAX, SHARE),
          Map.entry(HailConfigKeys.ADAPTIVE_QUEUE_BLOCKS, FROM_ONE),
          Map.entry(HailConfigKeys.ADAPTIVE_MEMORY_MAX, SOME_SPACE),
          Map.entry(
              HailConfigKeys.ADAPTIVE_BUDGET_FILE,
              new Range(Unit.REAL, Long.MIN_VALUE, Long.MAX_VALUE)),
          Map.entry(
              HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER,
              new Range(Unit.BYTES, Long.MIN_VALUE, Long.MAX_VALUE)),
          Map.entry(HailConfigKeys.ADAPTIVE_BENEFIT_HALF_LIFE, AGE),
          Map.entry(HailConfigKeys.ADAPTIVE_USE_LEASE, new Range(Unit.MILLIS, 0, LONGEST)),
          Map.entry(
              HailConfigKeys.WORKLOAD_HALF_LIFE,
              new Range(Unit.MILLIS, TimeUnit.SECONDS.toMillis(1), LONGEST)),
          Map.entry(HailConfigKeys.CLIENT_RPC_FAILOVERS, FROM_NONE),
          Map.entry(HailConfigKeys.CLIENT_RPC_TIMEOUT, WAIT),
          Map.entry(HailConfigKeys.DATANODE_RPC_TIMEOUT, WAIT),
          Map.entry(HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL, WAIT),
          Map.entry(HailConfigKeys.DATANODE_SORT_THREADS, new Range(Unit.COUNT, 0, MOST_THREADS)),
          Map.entry(HailConfigKeys.DATANODE_SORT_DEADLINE, new Range(Unit.MILLIS, 0, LONGEST)),
          Map.entry(HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX, SPACE),
          Map.entry(HailConfigKeys.DATANODE_ASSEMBLY_RECLAIM_AFTER, AGE),
          Map.entry(
              HailConfigKeys.DATANODE_ASSEMBLY_YIELD_AFTER, new Range(Unit.MILLIS, 0, LONGEST)),
          Map.entry(HailConfigKeys.DATANODE_REPAIR_RATE, FROM_NONE),
          Map.entry(HailConfigKeys.DATANODE_INDEX_SHARE, SHARE),
          Map.entry(HailConfigKeys.DATANODE_INDEX_FREE_MIN, SHARE),
          Map.entry(HailConfigKeys.NAMENODE_HANDLER_COUNT, THREADS),
          Map.entry(HailConfigKeys.NAMENODE_SERVICE_HANDLER_COUNT, THREADS),
          Map.entry(HailConfigKeys.NAMENODE_PAGE_BLOCKS_MAX, FROM_ONE),
          Map.entry(HailConfigKeys.NAMENODE_FULL_REPORTS_MAX, FROM_ONE),
          Map.entry(HailConfigKeys.NAMENODE_ASSIGNMENT_EXPIRY, AGE),
          Map.entry(HailConfigKeys.NAMENODE_EDITS_PER_MINUTE, FROM_NONE),
          Map.entry(HailConfigKeys.NAMENODE_REORDER_PER_MINUTE, FROM_NONE),
          Map.entry(HailConfigKeys.NAMENODE_REORDER_BACKOFF, AGE),
          Map.entry(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, AGE));

  private NumberKeys() {}

  private enum Unit {
    COUNT("a whole number"),
    MILLIS("a time such as 10s, in milliseconds"),
    BYTES("a size such as 64m, in bytes"),
    REAL("a number such as 0.5");

    private final String words;

    Unit(String words) {
      this.words = words;
    }
  }

  private record Range(Unit unit, long least, long most) {
    boolean has(Number number) {
      return unit == Unit.REAL
          ? number.doubleValue() >= least && number.doubleValue() <= most
          : number.longValue() >= least && number.longValue() <= most;
    }

    @Override
    public String toString() {
      if (most < Long.MAX_VALUE) {
        return unit.words + " from " + least + " to " + most;
      }
      return least == Long.MIN_VALUE ? unit.words : unit.words + " of at least " + least;
    }
  }

  /** The keys that this class reads. */
  public static Set<String> keys() {
    return RANGES.keySet();
  }

  /**
   * Returns what a key can be, as part of a sentence.
   *
   * @param key one of {@link #keys()}
   */
  public static String range(String key) {
    return RANGES.get(key).toString();
  }

  /**
   * Checks all keys but those that daemons alone read.
   *
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static void checkOfClients(Configuration configuration) {
    for (String key : RANGES.keySet()) {
      if (!key.startsWith("hail.datanode.") && !key.startsWith("hail.namenode.")) {
        check(configuration, key);
      }
    }
  }

  /**
   * Checks all keys, for daemons and clients in one process.
   *
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static void checkAll(Configuration configuration) {
    RANGES.keySet().forEach(key -> check(configuration, key));
  }

  /**
   * Checks a key, unless it is not set.
   *
   * @param key one of {@link #keys()}
   * @throws IllegalArgumentException if its value is out of range; names the key, the value and
   *     what is possible
   */
  public static void check(Configuration configuration, String key) {
    if (configuration.get(key) != null) {
      read(configuration, key, "0");
    }
  }

  /**
   * Reads a number.
   *
   * @param key one of {@link #keys()}
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static int count(Configuration configuration, String key, int byDefault) {
    return (int) longCount(configuration, key, byDefault);
  }

  /** Reads a number whose range may take 64 bits; otherwise like {@link #count}. */
  public static long longCount(Configuration configuration, String key, long byDefault) {
    return read(configuration, key, Long.toString(byDefault)).longValue();
  }

  /**
   * Reads a time in milliseconds.
   *
   * @param key one of {@link #keys()}, whose range fits 32 bits
   * @param byDefault with its unit
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static int millis(Configuration configuration, String key, String byDefault) {
    return (int) time(configuration, key, byDefault, TimeUnit.MILLISECONDS);
  }

  /**
   * Reads a time.
   *
   * @param key one of {@link #keys()}
   * @param byDefault with its unit
   * @param unit of the result; a value without a unit is in milliseconds in any case
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static long time(
      Configuration configuration, String key, String byDefault, TimeUnit unit) {
    return unit.convert(read(configuration, key, byDefault).longValue(), TimeUnit.MILLISECONDS);
  }

  /**
   * Reads a number of bytes.
   *
   * @param key one of {@link #keys()}
   * @param byDefault may have a suffix such as {@code m}
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static long bytes(Configuration configuration, String key, String byDefault) {
    return read(configuration, key, byDefault).longValue();
  }

  /**
   * Reads a number that need not be whole.
   *
   * @param key one of {@link #keys()}
   * @throws IllegalArgumentException as {@link #check} does
   */
  public static double real(Configuration configuration, String key, Number byDefault) {
    return read(configuration, key, byDefault.toString()).doubleValue();
  }

  private static Number read(Configuration configuration, String key, String byDefault) {
    Range range = RANGES.get(key);
    String value = configuration.getTrimmed(key, byDefault);
    try {
      // Hadoop's readers, so that all that Hadoop takes for a number is one here.
      Number number =
          switch (range.unit()) {
            // A long shows a number that has too many bits for an int.
            case COUNT -> configuration.getLong(key, Long.parseLong(byDefault));
            case MILLIS -> configuration.getTimeDuration(key, byDefault, TimeUnit.MILLISECONDS);
            case BYTES -> TraditionalBinaryPrefix.string2long(value);
            case REAL -> Double.valueOf(value);
          };
      if (range.has(number)) {
        return number;
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException noNumber) {
      // The message below covers it.
    }
    throw new IllegalArgumentException(
        key + " must be " + range + "; it is `" + configuration.get(key) + "'");
  }
}
