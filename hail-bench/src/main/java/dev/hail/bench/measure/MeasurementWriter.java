// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * Writes measurements as JSON lines, one object per line:
 *
 * <pre>{@code
 * {"bench":"query","case":"bob-q1","system":"hail","metric":"job_s","median":4.2,"min":4.1,"max":5,"runs":3}
 * {"bench":"query","case":"bob-q1","ratio":"hadoop/hail","metric":"job_s","median":3.1,"min":3,"max":3.3,"runs":3}
 * }</pre>
 */
public final class MeasurementWriter {
  private final Appendable target;

  /**
   * @param target receives the lines; the caller closes it
   */
  public MeasurementWriter(Appendable target) {
    this.target = target;
  }

  /**
   * Appends one line. A figure that is not finite becomes null, because JSON has no such number.
   */
  public void write(Measurement measurement) throws IOException {
    StringBuilder line = new StringBuilder(160);
    line.append("{\"bench\":").append(quoted(measurement.bench()));
    line.append(",\"case\":").append(quoted(measurement.caseName()));
    line.append(measurement.ratio() ? ",\"ratio\":" : ",\"system\":");
    line.append(quoted(measurement.subject()));
    line.append(",\"metric\":").append(quoted(measurement.metric()));
    line.append(",\"median\":").append(number(measurement.median()));
    line.append(",\"min\":").append(number(measurement.min()));
    line.append(",\"max\":").append(number(measurement.max()));
    line.append(",\"runs\":").append(measurement.runs()).append("}\n");
    target.append(line);
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "null";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
      } else {
        quoted.append(character);
      }
    }
    return quoted.append('"').toString();
  }
}
