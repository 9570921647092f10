// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes in bytes as Hadoop writes them: {@code 512m} is 512 x 2<sup>20</sup>. */
public final class ByteSizeConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    long bytes;
    try {
      bytes = TraditionalBinaryPrefix.string2long(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "`"
              + text
              + "' is not a size: write a whole number of bytes, with k, m, g or t for"
              + " larger units");
    }
    if (bytes < 0) {
      throw new TypeConversionException("`" + text + "' is negative");
    }
    return bytes;
  }
}
