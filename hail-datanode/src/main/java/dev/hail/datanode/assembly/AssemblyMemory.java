package dev.hail.datanode.assembly;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The memory that blocks being received may use: for each the bytes as they come and the sorted
 * copy. Arrays are used again, as filling fresh ones with zeros costs as much as the copy.
 * Thread-safe.
 */
public final class AssemblyMemory {
  private static final int GRAIN = 1 << 20;

  private final long max;
  private final Deque<byte[]> idle = new ArrayDeque<>();
  private long used;
  private long idleBytes;

  /**
   * A budget.
   *
   * @param max bytes, 0 for none: every block then goes through its file
   */
  public AssemblyMemory(long max) {
    this.max = max;
  }

  /**
   * Takes room for one block if there is some, without waiting.
   *
   * @param length length of the block in bytes
   * @return a buffer held once, or null if there is no room
   */
  synchronized Buffer tryTake(int length) {
    byte[] array = takeIdle(length);
    int capacity = array == null ? capacityFor(length) : array.length;
    long need = (long) capacity + length;
    while (used + idleBytes + need > max && !idle.isEmpty()) {
      idleBytes -= idle.removeLast().length;
    }
    if (used + need > max) {
      if (array != null) {
        keepIdle(array);
      }
      return null;
    }
    used += need;
    return new Buffer(array == null ? new byte[capacity] : array, need);
  }

  /** Bytes taken for blocks; arrays kept for later are not among them. */
  public synchronized long used() {
    return used;
  }

  private byte[] takeIdle(int length) {
    for (Iterator<byte[]> arrays = idle.iterator(); arrays.hasNext(); ) {
      byte[] array = arrays.next();
      if (array.length >= length && array.length <= length + length / 4L + GRAIN) {
        arrays.remove();
        idleBytes -= array.length;
        return array;
      }
    }
    return null;
  }

  private synchronized void give(byte[] array, long need) {
    used -= need;
    keepIdle(array);
  }

  private void keepIdle(byte[] array) {
    // What sits idle is lost to the daemon's other needs, so no more than a quarter of the budget.
    if (idleBytes + array.length <= max / 4) {
      idle.addFirst(array);
      idleBytes += array.length;
    }
  }

  private static int capacityFor(int length) {
    long rounded = (length + GRAIN - 1L) / GRAIN * GRAIN;
    return (int) Math.min(rounded, Integer.MAX_VALUE - 8);
  }

  /** An array in use; goes back when everyone who held it has let go. */
  final class Buffer {
    private final byte[] array;
    private final long need;
    private int holders = 1;

    private Buffer(byte[] array, long need) {
      this.array = array;
      this.need = need;
    }

    byte[] array() {
      return array;
    }

    synchronized void hold() {
      if (holders == 0) {
        throw new IllegalStateException("The buffer was given back before");
      }
      holders++;
    }

    void release() {
      synchronized (this) {
        if (holders == 0) {
          throw new IllegalStateException("The buffer was given back before");
        }
        if (--holders > 0) {
          return;
        }
      }
      give(array, need);
    }
  }
}
