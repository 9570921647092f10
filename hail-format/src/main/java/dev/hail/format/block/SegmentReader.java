package dev.hail.format.block;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads segments of a block, near ones by one read, and counts what that costs. */
final class SegmentReader {
  private final BlockSource source;
  private final int coalesceBytes;
  private long bytesRead;
  private long reads;

  SegmentReader(BlockSource source, int coalesceBytes) {
    this.source = source;
    this.coalesceBytes = coalesceBytes;
  }

  /** Counts a read done elsewhere. */
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
   * Reads all segments into one array.
   *
   * @param spare an array that may be used for them
   * @return the array that holds them: the spare one, or a larger one
   */
  byte[] read(List<Segment> segments, byte[] spare) throws IOException {
    List<Segment> sorted = new ArrayList<>(segments);
    sorted.removeIf(segment -> segment.length() == 0);
    sorted.sort(Comparator.comparingLong(Segment::position));
    List<Segment> spans = spans(sorted);
    long total = 0;
    for (Segment span : spans) {
      total += span.length();
    }
    byte[] array = total <= spare.length ? spare : new byte[Capacity.grown(spare.length, total)];
    for (Segment segment : segments) {
      segment.placed(array, 0);
    }
    int at = 0;
    int next = 0;
    for (Segment span : spans) {
      source.readFully(span.position(), array, at, span.length());
      count(span.length());
      long end = span.position() + span.length();
      for (; next < sorted.size() && sorted.get(next).position() <= end; next++) {
        Segment segment = sorted.get(next);
        segment.placed(array, at + (int) (segment.position() - span.position()));
      }
      at += span.length();
    }
    return array;
  }

  /** The stretches to read: segments with small gaps between them become one. */
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
