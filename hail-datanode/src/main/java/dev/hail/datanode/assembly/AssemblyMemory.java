// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.block.sort.BlockNeed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The one budget for all that sorting blocks takes: for each block its bytes, the sorted copy, and
 * what sorting takes besides. A block has all of it or nothing, so no block waits for room while it
 * holds some that others wait for.
 *
 * <p>A block that begins to arrive takes room if there is some, and is gathered in its file if
 * there is none. A whole block in a file waits for its room, first come, first served. While one
 * waits, no block that begins gets any. Blocks that arrive slowly give their room to those that
 * wait, see {@link #overdue}.
 *
 * <p>A disk that hangs keeps the room of its blocks. So once blocks of a second volume have come,
 * those of one volume take at most half of the budget, or one block if that is larger; who waits
 * for the room of the own volume holds up no other.
 *
 * <p>Arrays are used again, since fresh ones have to be filled with zeros and burden the garbage
 * collector. Thread-safe.
 */
public final class AssemblyMemory {
  private final long max;
  private final LongSupplier nanoClock;
  private final Deque<byte[]> idle = new ArrayDeque<>();
  private final Deque<Claim> waiting = new ArrayDeque<>();

  /** Buffers of blocks that began to arrive, the oldest first. */
  private final Set<Buffer> arriving = new LinkedHashSet<>();

  /** Bytes taken for each volume that ever asked. */
  private final Map<String, Long> usedBy = new HashMap<>();

  private long used;
  private long idleBytes;
  private boolean keepsNone;

  /** Bytes of copies that have their room and no array yet: what lies idle may be in it. */
  private long unmade;

  /**
   * A budget.
   *
   * @param max bytes, 0 for none: no block is sorted then
   */
  public AssemblyMemory(long max) {
    this(max, System::nanoTime);
  }

  AssemblyMemory(long max, LongSupplier nanoClock) {
    this.max = max;
    this.nanoClock = nanoClock;
  }

  /** Whether a block can be sorted here at all. */
  boolean fits(BlockNeed need) {
    return need.total() <= max;
  }

  /** Why a block cannot be sorted here, in words; empty if it can. */
  String obstacle(BlockNeed need) {
    return fits(need)
        ? ""
        : String.format(
            Locale.ROOT,
            "sorting it takes %,d bytes of heap, %s gives %,d; raise it, and the heap to twice as"
                + " much, to have such blocks sorted",
            need.total(),
            HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX,
            max);
  }

  /**
   * Takes room for a block that begins to arrive, without waiting.
   *
   * @param volume storage ID of the block's volume
   * @param giveWay asks the block to leave its buffer, for others wait; must return at once
   * @return a buffer held once, or null if there is no room or others wait for it
   */
  synchronized Buffer tryTake(String volume, BlockNeed need, Runnable giveWay) {
    usedBy.putIfAbsent(volume, 0L);
    if (nextInTurn() != null
        || isWaitedFor(volume)
        || !isWithinShare(volume, need)
        || !hasRoom(need)) {
      return null;
    }
    Buffer buffer = take(volume, need, giveWay);
    arriving.add(buffer);
    return buffer;
  }

  /**
   * The room for a whole block that is in its file; to be waited for.
   *
   * @param volume storage ID of the block's volume
   */
  Claim claim(String volume, BlockNeed need) {
    if (!fits(need)) {
      throw new IllegalArgumentException(need + " never fits " + max + " bytes");
    }
    return new Claim(volume, need);
  }

  /** Bytes taken for blocks; arrays kept for later are not among them. */
  public synchronized long used() {
    return used;
  }

  /** Blocks that wait for room. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /**
   * The requests to give way of blocks that have had their room for a time, if others wait for it.
   *
   * @param nanos time in which a block of an ordinary writer arrives
   */
  synchronized List<Runnable> overdue(long nanos) {
    List<Runnable> overdue = new ArrayList<>();
    boolean forAnyVolume = nextInTurn() != null;
    long now = nanoClock.getAsLong();
    for (Buffer buffer : arriving) {
      boolean wanted = forAnyVolume || isWaitedFor(buffer.volume);
      if (wanted && now - buffer.takenAt >= nanos) {
        overdue.add(buffer.giveWay);
      }
    }
    return overdue;
  }

  private boolean hasRoom(BlockNeed need) {
    return need.total() <= max - used;
  }

  private boolean isWithinShare(String volume, BlockNeed need) {
    long held = usedBy.get(volume);
    return usedBy.size() == 1 || held == 0 || held + need.total() <= max / 2;
  }

  private boolean isWaitedFor(String volume) {
    return waiting.stream().anyMatch(claim -> claim.volume.equals(volume));
  }

  /**
   * The first who waits for others than blocks of its own volume; null if nobody does. Whoever
   * waits for the share of a volume holds up those that come later for that volume. Otherwise small
   * blocks would pass by a large one for ever.
   */
  private Claim nextInTurn() {
    Set<String> heldUp = new HashSet<>();
    for (Claim claim : waiting) {
      if (!heldUp.contains(claim.volume)) {
        if (isWithinShare(claim.volume, claim.need)) {
          return claim;
        }
        heldUp.add(claim.volume);
      }
    }
    return null;
  }

  private Buffer take(String volume, BlockNeed need, Runnable giveWay) {
    Buffer buffer = new Buffer(volume, need, giveWay, nanoClock.getAsLong());
    usedBy.merge(volume, need.total(), Long::sum);
    used += need.total();
    unmade += need.arrayBytes();
    buffer.array = takeIdle(need.arrayLength());
    makeRoom();
    return buffer;
  }

  /** The array for a copy, if one lies idle; else there is room for a new one, and null. */
  private synchronized byte[] takeCopy(int length, long arrayBytes) {
    unmade -= arrayBytes;
    byte[] array = takeIdle(length);
    makeRoom();
    return array;
  }

  private void makeRoom() {
    while (used - unmade + idleBytes > max && !idle.isEmpty()) {
      idleBytes -= idle.removeLast().length;
    }
  }

  private byte[] takeIdle(int length) {
    for (Iterator<byte[]> arrays = idle.iterator(); arrays.hasNext(); ) {
      byte[] array = arrays.next();
      if (array.length == length) {
        arrays.remove();
        idleBytes -= array.length;
        return array;
      }
    }
    return null;
  }

  /**
   * Takes back room, and an array for later.
   *
   * @param notMade how much of the room was for a copy that was not made
   */
  private void give(String volume, byte[] array, long bytes, long notMade) {
    synchronized (this) {
      used -= bytes;
      unmade -= notMade;
      usedBy.merge(volume, -bytes, Long::sum);
      // What sits idle is lost to the daemon's other needs, so no more than half of the budget.
      if (array != null && !keepsNone && idleBytes + array.length <= max / 2) {
        idle.addFirst(array);
        idleBytes += array.length;
      }
    }
    grant();
  }

  /**
   * Keeps no array for later, from here on. For the end of a datanode, which Hadoop's metrics may
   * hold as long as the process lives.
   */
  public synchronized void keepNone() {
    keepsNone = true;
    idle.clear();
    idleBytes = 0;
  }

  /** Serves those who wait, in order; runs what they wait to do without a lock. */
  private void grant() {
    for (Runnable granted = next(); granted != null; granted = next()) {
      granted.run();
    }
  }

  private synchronized Runnable next() {
    Claim first = nextInTurn();
    if (first == null || !hasRoom(first.need)) {
      return null;
    }
    waiting.remove(first);
    first.buffer = take(first.volume, first.need, null);
    return first.granted;
  }

  /** Room for one whole block, from the wait for it to its return. */
  final class Claim implements Executor, AutoCloseable {
    private final String volume;
    private final BlockNeed need;
    private Runnable granted;
    private Buffer buffer;
    private boolean closed;

    private Claim(String volume, BlockNeed need) {
      this.volume = volume;
      this.need = need;
    }

    /**
     * Queues for the room; called at most once.
     *
     * @param work run when the room is there, by whoever gives it back: must return at once; never
     *     run if the claim is closed before
     */
    @Override
    public void execute(Runnable work) {
      synchronized (AssemblyMemory.this) {
        if (closed) {
          return;
        }
        granted = work;
        usedBy.putIfAbsent(volume, 0L);
        waiting.add(this);
      }
      grant();
    }

    /** The room; call only when it was granted and before the claim is closed. */
    Buffer buffer() {
      synchronized (AssemblyMemory.this) {
        if (buffer == null) {
          throw new IllegalStateException("There is no room for the block");
        }
        return buffer;
      }
    }

    /** Leaves the queue or gives back the room; does nothing when called again. */
    @Override
    public void close() {
      Buffer held;
      synchronized (AssemblyMemory.this) {
        closed = true;
        waiting.remove(this);
        held = buffer;
        buffer = null;
      }
      if (held != null) {
        held.release();
      } else {
        // The next in the queue may need less.
        grant();
      }
    }
  }

  /** Arrays in use; they go back when everyone who held the buffer has let go. */
  final class Buffer {
    private final String volume;
    private final int length;
    private final long arrayBytes;
    private final Runnable giveWay;
    private final long takenAt;
    private byte[] array;
    private byte[] copy;

    /** Room for the copy and for sorting, until it is given back. */
    private long sortBytes;

    /** The part of the room that is for a copy not made yet. */
    private long unmadeBytes;

    private int holders = 1;

    private Buffer(String volume, BlockNeed need, Runnable giveWay, long takenAt) {
      this.volume = volume;
      this.length = need.arrayLength();
      this.arrayBytes = need.arrayBytes();
      this.sortBytes = need.total() - arrayBytes;
      this.unmadeBytes = arrayBytes;
      this.giveWay = giveWay;
      this.takenAt = takenAt;
    }

    /** The array for the block as it comes; its content is arbitrary at first. */
    synchronized byte[] array() {
      if (array == null) {
        array = new byte[length];
      }
      return array;
    }

    /** An array for the sorted block, at least as long as the block. */
    synchronized byte[] copy() {
      if (holders == 0 || sortBytes == 0) {
        throw new IllegalStateException("The room for the copy was given back before");
      }
      if (copy == null) {
        // Only now, so that the copy of the block before serves again.
        byte[] idleArray = takeCopy(length, unmadeBytes);
        unmadeBytes = 0;
        copy = idleArray == null ? new byte[length] : idleArray;
      }
      return copy;
    }

    /** Gives back the room for sorting, since it has ended; the array as it came stays. */
    void releaseCopy() {
      byte[] given;
      long bytes;
      long notMade;
      synchronized (this) {
        given = copy;
        bytes = sortBytes;
        notMade = unmadeBytes;
        copy = null;
        sortBytes = 0;
        unmadeBytes = 0;
      }
      give(volume, given, bytes, notMade);
    }

    synchronized void hold() {
      if (holders == 0) {
        throw new IllegalStateException("The buffer was given back before");
      }
      holders++;
    }

    void release() {
      byte[] given;
      synchronized (this) {
        if (holders == 0) {
          throw new IllegalStateException("The buffer was given back before");
        }
        if (--holders > 0) {
          return;
        }
        given = array;
      }
      synchronized (AssemblyMemory.this) {
        arriving.remove(this);
      }
      releaseCopy();
      give(volume, given, arrayBytes, 0);
    }
  }
}
