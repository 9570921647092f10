// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CallerMarkTest {

  @AfterEach
  void forgetContext() {
    CallerContext.setCurrent(null);
  }

  private static CallerContext context(String text) {
    return new CallerContext.Builder(text).build();
  }

  @Test
  void call_ofCallerWithContext_hasTheMarkBehindIt() throws IOException {
    byte[] signature = "signed".getBytes(StandardCharsets.UTF_8);
    CallerContext own = new CallerContext.Builder("mr_attempt_1").setSignature(signature).build();
    CallerContext.setCurrent(own);
    CallerContext seen = CallerMark.marked(CallerContext::getCurrent);
    assertThat(seen.getContext()).isEqualTo("mr_attempt_1,hailReader1");
    assertThat(seen.getSignature()).isEqualTo(signature);
    assertThat(CallerContext.getCurrent()).isSameAs(own);
  }

  @Test
  void call_ofCallerWithoutContext_hasTheMarkAlone() throws IOException {
    CallerContext seen = CallerMark.marked(CallerContext::getCurrent);
    assertThat(seen.getContext()).isEqualTo("hailReader1");
    assertThat(CallerContext.getCurrent()).isNull();
  }

  @Test
  void call_thatFails_leavesTheContextAsItWas() {
    CallerContext own = context("mine");
    CallerContext.setCurrent(own);
    assertThatThrownBy(
            () ->
                CallerMark.marked(
                    () -> {
                      throw new IOException("no");
                    }))
        .hasMessage("no");
    assertThat(CallerContext.getCurrent()).isSameAs(own);
  }

  @Test
  void mark_isAFieldAndNoPartOfOne() {
    assertThat(CallerMark.isIn(context("hailReader1"), ",")).isTrue();
    assertThat(CallerMark.isIn(context("a,hailReader1,clientIp:1.2.3.4"), ",")).isTrue();
    assertThat(CallerMark.isIn(context("a,hailReader1|clientIp:1.2.3.4"), "|")).isTrue();
    assertThat(CallerMark.isIn(context("a:hailReader1:clientIp:1.2.3.4"), ":")).isTrue();
    assertThat(CallerMark.isIn(context("hailReader1"), "")).isTrue();
    assertThat(CallerMark.isIn(context("hailReader10"), ",")).isFalse();
    assertThat(CallerMark.isIn(context("a-hailReader1"), ",")).isFalse();
    assertThat(CallerMark.isIn(context("no mark"), ",")).isFalse();
    assertThat(CallerMark.isIn(null, ",")).isFalse();
  }
}
