package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Counts the bytes of a task's heap that blocks take which are being indexed. Thread-safe. */
final class MemoryBudget {
  private static final int HEAP_SHARE = 3;

  private final long most;
  private long taken;

  MemoryBudget(long most) {
    this.most = most;
  }

  static MemoryBudget of(Configuration conf) {
    long configured =
        conf.getLongBytes(
            HailConfigKeys.ADAPTIVE_MEMORY_MAX,
            TraditionalBinaryPrefix.string2long(HailConfigKeys.ADAPTIVE_MEMORY_MAX_DEFAULT));
    return new MemoryBudget(Math.min(configured, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  synchronized boolean tryTake(long bytes) {
    if (bytes > most - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  synchronized void release(long bytes) {
    if (bytes > taken) {
      throw new IllegalStateException(bytes + " bytes given back of " + taken);
    }
    taken -= bytes;
  }

  synchronized long taken() {
    return taken;
  }
}
