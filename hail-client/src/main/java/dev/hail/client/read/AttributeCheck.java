// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.io.IOException;
import java.util.List;

/**
 * Checks the extended attributes of an open file that readers of its rows do not need: version,
 * recorded filters, costs of jobs. Opening the file has checked the other ones.
 */
public final class AttributeCheck {
  private AttributeCheck() {}

  /**
   * Checks the attributes as the namenode has them now.
   *
   * @return a line for each damaged attribute, with its name and what to do; empty if all is well
   */
  public static List<String> problems(HailFile file) throws IOException {
    return FileAttributes.of(file.location()).furtherDamages(file.schema());
  }
}
