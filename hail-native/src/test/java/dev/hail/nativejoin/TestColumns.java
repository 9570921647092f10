// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Random columns of all types that joins take. */
final class TestColumns {
  private static final int[] INTEGER_BITS = {8, 16, 32, 64};
  private static final String[] TEXTS = {
    "", "a", "b", "ab", "x'y", "Ünï", "日本語", "😀", "a longer text than any number", "NULL"
  };

  /** Sizes of buffers that texts pass through, in bytes. */
  private static final int[] BUFFER_BYTES = {64, 128, 256, 4_096, 65_536};

  private static final String[] ZONES = {null, "UTC", "Europe/Berlin"};
  private static final double[] NUMBERS = {
    0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5, -1.25, 3, 1e10
  };

  private final Random random;

  TestColumns(Random random) {
    this.random = random;
  }

  /** Two columns whose values can be equal: build side, then probe side. */
  List<TestColumn> keyPair(String name) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> integers(name);
      case 2 -> numbers(name);
      case 3 -> texts(name);
      case 4 -> decimals(name);
      default -> others(name);
    };
  }

  /** A column that is no key. */
  TestColumn payload(String name) {
    return keyPair(name).get(random.nextInt(2));
  }

  private double nulls() {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.4;
  }

  private TestColumn column(String name, ArrowType type, List<?> pool) {
    return new TestColumn(name, type, pool, random.nextInt(40) == 0 ? 1 : nulls());
  }

  private <T> List<T> pool(Supplier<T> value) {
    int size = 1 + random.nextInt(random.nextBoolean() ? 4 : 60);
    List<T> pool = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      pool.add(value.get());
    }
    return pool;
  }

  private List<TestColumn> integers(String name) {
    List<BigInteger> shared = pool(() -> BigInteger.valueOf(random.nextInt(12) - 6L));
    List<TestColumn> pair = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      int bits = INTEGER_BITS[random.nextInt(INTEGER_BITS.length)];
      boolean signed = random.nextBoolean();
      BigInteger end = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits);
      BigInteger least = signed ? end.negate() : BigInteger.ZERO;
      List<BigInteger> pool = new ArrayList<>(shared);
      pool.removeIf(value -> value.compareTo(least) < 0);
      pool.add(least);
      pool.add(end.subtract(BigInteger.ONE));
      pair.add(column(name, new ArrowType.Int(bits, signed), pool));
    }
    return pair;
  }

  private List<TestColumn> numbers(String name) {
    List<Double> shared =
        pool(
            () ->
                random.nextInt(4) == 0
                    ? random.nextInt(5) * 0.1
                    : NUMBERS[random.nextInt(NUMBERS.length)]);
    List<TestColumn> pair = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      if (random.nextBoolean()) {
        List<Double> rounded = shared.stream().map(value -> (double) value.floatValue()).toList();
        ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
        pair.add(column(name, type, rounded));
      } else {
        ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
        pair.add(column(name, type, shared));
      }
    }
    return pair;
  }

  private List<TestColumn> texts(String name) {
    if (random.nextInt(4) == 0) {
      List<byte[]> shared = pool(() -> bytes(random.nextInt(4)));
      return List.of(
          column(name, pick(ArrowType.Binary.INSTANCE, ArrowType.LargeBinary.INSTANCE), shared),
          column(name, pick(ArrowType.Binary.INSTANCE, ArrowType.LargeBinary.INSTANCE), shared));
    }
    List<String> shared = pool(this::text);
    return List.of(
        column(name, pick(ArrowType.Utf8.INSTANCE, ArrowType.LargeUtf8.INSTANCE), shared),
        column(name, pick(ArrowType.Utf8.INSTANCE, ArrowType.LargeUtf8.INSTANCE), shared));
  }

  private String text() {
    if (random.nextInt(20) == 0) {
      int buffer =
          Math.min(random.nextInt(BUFFER_BYTES.length), random.nextInt(BUFFER_BYTES.length));
      return "y".repeat(BUFFER_BYTES[buffer] + random.nextInt(3) - 1);
    }
    return TEXTS[random.nextInt(TEXTS.length)] + (random.nextBoolean() ? "" : "z");
  }

  private ArrowType pick(ArrowType... types) {
    return types[random.nextInt(types.length)];
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) pickByte();
    }
    return bytes;
  }

  private int pickByte() {
    int[] some = {0, 1, 0x7F, 0x80, 0xFF};
    return some[random.nextInt(some.length)];
  }

  private List<TestColumn> decimals(String name) {
    int scale = random.nextInt(5);
    int precision = scale + 1 + random.nextInt(38 - scale);
    BigInteger end = BigInteger.TEN.pow(precision);
    List<BigInteger> shared =
        pool(
            () -> {
              BigInteger value =
                  switch (random.nextInt(4)) {
                    case 0 -> end.subtract(BigInteger.ONE);
                    case 1 -> new BigInteger(end.bitLength() - 1, random).mod(end);
                    default -> BigInteger.valueOf(random.nextInt(10));
                  };
              return random.nextBoolean() ? value.negate() : value;
            });
    int wider = precision + random.nextInt(39 - precision);
    return List.of(
        column(name, new ArrowType.Decimal(precision, scale, 128), shared),
        column(name, new ArrowType.Decimal(wider, scale, 128), shared));
  }

  private List<TestColumn> others(String name) {
    TimeUnit[] units = TimeUnit.values();
    TimeUnit unit = units[random.nextInt(units.length)];
    boolean fine = unit == TimeUnit.MICROSECOND || unit == TimeUnit.NANOSECOND;
    ArrowType type =
        switch (random.nextInt(6)) {
          case 0 -> ArrowType.Bool.INSTANCE;
          case 1 -> new ArrowType.Date(DateUnit.DAY);
          case 2 -> new ArrowType.Date(DateUnit.MILLISECOND);
          case 3 -> new ArrowType.Time(unit, fine ? 64 : 32);
          case 4 -> new ArrowType.Timestamp(unit, ZONES[random.nextInt(ZONES.length)]);
          default -> new ArrowType.FixedSizeBinary(1 + random.nextInt(20));
        };
    return same(name, type);
  }

  private List<TestColumn> same(String name, ArrowType type) {
    List<?> shared =
        switch (type.getTypeID()) {
          case Bool -> Arrays.asList(true, false);
          case FixedSizeBinary ->
              pool(() -> bytes(((ArrowType.FixedSizeBinary) type).getByteWidth()));
          default -> pool(() -> BigInteger.valueOf(86_000L - random.nextInt(30)));
        };
    return List.of(column(name, type, shared), column(name, type, shared));
  }
}
