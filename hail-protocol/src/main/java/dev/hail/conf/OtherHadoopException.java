// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.io.IOException;

/** The running Hadoop belongs to another release line than the one that HAIL was built for. */
public final class OtherHadoopException extends IOException {
  private static final long serialVersionUID = 1L;

  OtherHadoopException(String built, String running) {
    super(
        "This HAIL was built for Hadoop "
            + built
            + " and does not run in Hadoop "
            + running
            + ". Put the HAIL on the class path that was built with -Dhadoop.version="
            + running
            + ", or take HAIL out of the configuration: see docs/datanode.md");
  }
}
