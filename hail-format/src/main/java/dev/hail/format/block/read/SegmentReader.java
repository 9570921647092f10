// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.Capacity;
import dev.hail.format.block.layout.Preamble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads segments of a block, close ones in one read, and counts the cost. */
final class SegmentReader {
  private final BlockSource source;
  private final int coalesceBytes;

  /** The first bytes of the block, as far as they have been read. */
  private final byte[] head;

  private long bytesRead;
  private long reads;

  /** Whether anything was read since the last confirmation. */
  private boolean unconfirmed;

  /**
   * Reads further segments of a block.
   *
   * @param head first bytes of the block; not read again and not changed
   * @param coalesceBytes largest gap between two segments that are read together
   */
  SegmentReader(BlockSource source, byte[] head, int coalesceBytes) {
    this.source = source;
    this.head = head;
    this.coalesceBytes = coalesceBytes;
  }

  /** Counts a read that another class made. */
  void count(long bytes) {
    bytesRead += bytes;
    reads++;
  }

  long bytesRead() {
    return bytesRead;
  }

  long reads() {
    return reads;
  }

  /**
   * Loads segments. Those not in memory are read into one array.
   *
   * @param spare an array that may be used for them
   * @return the array used: {@code spare} or a larger one
   */
  byte[] read(List<Segment> segments, byte[] spare) throws IOException {
    List<Segment> sorted = unread(segments);
    List<Segment> spans = spans(sorted);
    long total = 0;
    for (Segment span : spans) {
      total += span.length();
    }
    byte[] array = total <= spare.length ? spare : new byte[Capacity.grown(spare.length, total)];
    int at = 0;
    int next = 0;
    for (Segment span : spans) {
      source.readFully(span.position(), array, at, span.length());
      count(span.length());
      unconfirmed = true;
      long end = span.position() + span.length();
      for (; next < sorted.size() && sorted.get(next).position() <= end; next++) {
        Segment segment = sorted.get(next);
        segment.placed(array, at + (int) (segment.position() - span.position()));
      }
      at += span.length();
    }
    return array;
  }

  /**
   * Proves that all bytes read so far belong to the replica whose first bytes were read first. The
   * preamble names the replica's order and has the checksum of its index. Reads nothing if nothing
   * was read since the last proof.
   *
   * @throws ReplacedReplicaException if the source holds another replica
   */
  void confirm() throws IOException {
    if (!unconfirmed) {
      return;
    }
    byte[] preamble = new byte[Preamble.LENGTH];
    source.readFully(0, preamble, 0, preamble.length);
    count(preamble.length);
    if (!Arrays.equals(preamble, 0, preamble.length, head, 0, preamble.length)) {
      throw new ReplacedReplicaException();
    }
    unconfirmed = false;
  }

  /** The segments that must be read, by position. The others are placed at once. */
  private List<Segment> unread(List<Segment> segments) {
    List<Segment> sorted = new ArrayList<>(segments.size());
    for (Segment segment : segments) {
      if (segment.position() + segment.length() <= head.length) {
        segment.placed(head, (int) segment.position());
      } else if (segment.length() == 0) {
        segment.placed(head, 0);
      } else {
        int at = sorted.size();
        while (at > 0 && sorted.get(at - 1).position() > segment.position()) {
          at--;
        }
        sorted.add(at, segment);
      }
    }
    return sorted;
  }

  /** The stretches to read: segments with small gaps between them are merged. */
  private List<Segment> spans(List<Segment> sorted) {
    List<Segment> spans = new ArrayList<>();
    long begin = 0;
    long end = -1;
    for (Segment segment : sorted) {
      long segmentEnd = segment.position() + segment.length();
      if (end >= 0 && segment.position() - end <= coalesceBytes) {
        end = Math.max(end, segmentEnd);
      } else {
        addSpan(spans, begin, end);
        begin = segment.position();
        end = segmentEnd;
      }
    }
    addSpan(spans, begin, end);
    return spans;
  }

  private static void addSpan(List<Segment> spans, long begin, long end) {
    if (end > begin) {
      spans.add(new Segment(begin, (int) (end - begin)));
    }
  }
}
