// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.IOException;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/** Block tokens as HAIL's service of the namenode sends them. */
public final class BlockTokens {
  private BlockTokens() {}

  /**
   * A token from its text.
   *
   * @param text empty where datanodes ask for none
   */
  public static Token<BlockTokenIdentifier> parse(String text) throws IOException {
    Token<BlockTokenIdentifier> token = new Token<>();
    if (!text.isEmpty()) {
      token.decodeFromUrlString(text);
    }
    return token;
  }
}
