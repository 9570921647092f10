// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;

/**
 * Indexes in the order of a key, with the sums of their bytes. It is a treap: each operation takes
 * time logarithmic in the number of indexes. Not thread-safe.
 */
final class WorthTree {
  private static final Comparator<Node> ORDER =
      Comparator.<Node>comparingDouble(node -> node.key)
          .thenComparingLong(node -> node.id.fileId())
          .thenComparingInt(node -> node.id.attribute());

  /** An index, which may be in one tree. */
  static class Node {
    final IndexId id;
    final long bytes;
    final double key;

    /**
     * Priority, random so that no order of arrival is bad. No node of the subtree has a higher one.
     */
    private int priority;

    private Node left;
    private Node right;

    /** Bytes of the subtree. */
    private long sum;

    Node(IndexId id, long bytes, double key) {
      this.id = id;
      this.bytes = bytes;
      this.key = key;
    }

    private void addUp() {
      sum = bytes + sum(left) + sum(right);
    }

    private static long sum(Node node) {
      return node == null ? 0 : node.sum;
    }
  }

  private final SplittableRandom random = new SplittableRandom();
  private Node root;

  /** Adds a node that is in no tree. */
  void add(Node added) {
    added.priority = random.nextInt();
    root = add(root, added);
  }

  private static Node add(Node top, Node added) {
    if (top == null || added.priority > top.priority) {
      split(top, added);
      added.addUp();
      return added;
    }
    if (ORDER.compare(added, top) < 0) {
      top.left = add(top.left, added);
    } else {
      top.right = add(top.right, added);
    }
    top.addUp();
    return top;
  }

  /** Makes what is before and what is behind a node its subtrees. */
  private static void split(Node top, Node at) {
    if (top == null) {
      at.left = null;
      at.right = null;
    } else if (ORDER.compare(top, at) < 0) {
      split(top.right, at);
      top.right = at.left;
      top.addUp();
      at.left = top;
    } else {
      split(top.left, at);
      top.left = at.right;
      top.addUp();
      at.right = top;
    }
  }

  /** Takes out a node that is in this tree. */
  void remove(Node gone) {
    root = remove(root, gone);
  }

  private static Node remove(Node top, Node gone) {
    int side = ORDER.compare(gone, top);
    if (side == 0) {
      return join(top.left, top.right);
    }
    if (side < 0) {
      top.left = remove(top.left, gone);
    } else {
      top.right = remove(top.right, gone);
    }
    top.addUp();
    return top;
  }

  private static Node join(Node left, Node right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    Node top = left.priority > right.priority ? left : right;
    if (top == left) {
      left.right = join(left.right, right);
    } else {
      right.left = join(left, right.left);
    }
    top.addUp();
    return top;
  }

  /** Bytes of all indexes with a lower key. */
  long bytesBelow(double key) {
    long bytes = 0;
    Node top = root;
    while (top != null) {
      if (top.key < key) {
        bytes += top.bytes + Node.sum(top.left);
        top = top.right;
      } else {
        top = top.left;
      }
    }
    return bytes;
  }

  /** The indexes whose key is not lower, lowest key first; the tree must not change meanwhile. */
  Iterator<Node> from(double key) {
    return new Walk(key);
  }

  private final class Walk implements Iterator<Node> {
    /** Nodes that are still to come, each with its right subtree, the next one on top. */
    private final Deque<Node> path = new ArrayDeque<>();

    Walk(double key) {
      Node top = root;
      while (top != null) {
        if (top.key < key) {
          top = top.right;
        } else {
          path.push(top);
          top = top.left;
        }
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Node next() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Node next = path.pop();
      for (Node node = next.right; node != null; node = node.left) {
        path.push(node);
      }
      return next;
    }
  }
}
