// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.format.text.TextChunk;
import java.util.ArrayList;
import java.util.List;

/** The text of one block: whole rows of one source or of several consecutive ones. */
final class BlockText {
  private final int index;
  private final List<TextChunk> chunks = new ArrayList<>();
  private final List<String> sources = new ArrayList<>();
  private long length;

  /**
   * @param index place of the block in the file, from 0
   */
  BlockText(int index) {
    this.index = index;
  }

  void add(String source, TextChunk chunk) {
    chunks.add(chunk);
    if (!sources.contains(source)) {
      sources.add(source);
    }
    length += chunk.length();
  }

  int index() {
    return index;
  }

  List<TextChunk> chunks() {
    return chunks;
  }

  /** Length of the text in bytes. */
  long length() {
    return length;
  }

  /** Names of the sources, for messages. */
  String sourceNames() {
    return String.join(", ", sources);
  }
}
