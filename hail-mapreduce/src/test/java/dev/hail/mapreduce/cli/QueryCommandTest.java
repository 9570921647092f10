// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class QueryCommandTest {
  @Test
  void failure_ofQuery_isToldInOneLineWithCauses() {
    StringWriter told = new StringWriter();
    told.write("Job setup failed : ");
    new IOException("no room", new IllegalStateException("disk is full"))
        .printStackTrace(new PrintWriter(told, true));
    assertThat(told.toString()).contains("\tat ");
    assertThat(QueryCommand.oneLine(told.toString()))
        .isEqualTo(
            "Job setup failed : java.io.IOException: no room"
                + "; Caused by: java.lang.IllegalStateException: disk is full");
  }
}
