// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.IOException;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/** Parses the block tokens that HAIL's service on the namenode sends. */
public final class BlockTokens {
  private BlockTokens() {}

  /**
   * Parses a token.
   *
   * @param text URL-safe text of the token; empty where datanodes ask for none
   * @throws IOException if the text is not a token
   */
  public static Token<BlockTokenIdentifier> parse(String text) throws IOException {
    Token<BlockTokenIdentifier> token = new Token<>();
    if (!text.isEmpty()) {
      token.decodeFromUrlString(text);
    }
    return token;
  }
}
