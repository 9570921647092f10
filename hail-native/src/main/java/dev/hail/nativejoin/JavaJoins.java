// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Joins in plain Java for every platform. They give the same rows as the native joins, but are
 * slower and make an object per build row. The budget counts the columns exactly and the table
 * roughly. Images are Arrow streams and differ from those of the native joins; {@link #map} always
 * reads them into memory and checks their checksum.
 */
public final class JavaJoins implements Joins {
  @Override
  public String name() {
    return "Java";
  }

  @Override
  public JoinBuild build(JoinSpecification specification, BufferAllocator allocator) {
    Objects.requireNonNull(specification, "specification is null");
    return new JavaBuild(specification, Objects.requireNonNull(allocator, "allocator is null"));
  }

  @Override
  public BuiltJoin map(Path image, boolean verify, BufferAllocator allocator) {
    Objects.requireNonNull(image, "image is null");
    return JavaImage.read(image, Objects.requireNonNull(allocator, "allocator is null"));
  }

  @Override
  public BuiltJoin read(Path image, BufferAllocator allocator) {
    return map(image, true, allocator);
  }

  @Override
  public JoinProbe starProbe(
      List<BuiltJoin> joins, StarOptions options, BufferAllocator allocator) {
    Objects.requireNonNull(options, "options is null");
    Objects.requireNonNull(allocator, "allocator is null");
    return new JavaStarProbe(
        JavaStar.of(StarJoins.require(joins, JavaJoin.class, "Joins"), options), allocator);
  }
}
