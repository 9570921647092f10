// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import dev.hail.format.predicate.Predicate;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.TypeKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Predicates over a table's own values, and what they mean, row by row. */
public final class RandomPredicate {
  private final RandomTable table;
  private final Random random;

  public RandomPredicate(RandomTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  public Predicate next(int depth) {
    int choice = depth == 0 ? 9 : random.nextInt(10);
    if (choice == 0) {
      return new Predicate.True();
    }
    if (choice < 5) {
      List<Predicate> operands = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        operands.add(next(depth - 1));
      }
      return choice < 3 ? new Predicate.And(operands) : new Predicate.Or(operands);
    }
    return leaf(table.schema().attribute(1 + random.nextInt(table.schema().size())));
  }

  public Predicate.InRanges leaf(Attribute attribute) {
    boolean acceptsNull = random.nextInt(5) == 0;
    return new Predicate.InRanges(attribute, ranges(attribute), acceptsNull);
  }

  private KeyRanges ranges(Attribute attribute) {
    int choice = random.nextInt(12);
    if (choice < 2) {
      return choice == 0 ? KeyRanges.all() : KeyRanges.none();
    }
    KeyRanges ranges = KeyRanges.none();
    for (int i = random.nextInt(4); i >= 0; i--) {
      ranges = ranges.union(KeyRanges.of(range(attribute)));
    }
    return random.nextInt(6) == 0 ? ranges.complement() : ranges;
  }

  private KeyRange range(Attribute attribute) {
    byte[] a = key(attribute);
    byte[] b = key(attribute);
    if (Arrays.compareUnsigned(a, b) > 0) {
      byte[] c = a;
      a = b;
      b = c;
    }
    boolean same = Arrays.equals(a, b);
    return switch (random.nextInt(4)) {
      case 0 -> KeyRange.point(a);
      case 1 -> KeyRange.of(a, random.nextBoolean(), null, false);
      case 2 -> KeyRange.of(null, false, b, random.nextBoolean());
      default -> KeyRange.of(a, same || random.nextBoolean(), b, same || random.nextBoolean());
    };
  }

  /** The key of a value of the table, or of one that is close to it. */
  private byte[] key(Attribute attribute) {
    RandomTable source =
        table.rows().isEmpty() ? RandomTable.of(table.schema(), random, 30) : table;
    for (int tries = 0; tries < 10; tries++) {
      List<Object> row = source.rows().get(random.nextInt(source.rows().size()));
      byte[] key = RandomTable.key(row.get(attribute.position() - 1));
      if (key != null) {
        return random.nextInt(3) == 0 ? near(attribute, key) : key;
      }
    }
    return attribute.type().kind() == TypeKind.DECIMAL
        ? Keys.ofDecimal(BigInteger.ONE)
        : Keys.ofLong(1);
  }

  private byte[] near(Attribute attribute, byte[] key) {
    if (attribute.type().kind() == TypeKind.STRING) {
      byte[] changed = Arrays.copyOf(key, random.nextInt(key.length + 2));
      if (changed.length > 0 && random.nextBoolean()) {
        changed[changed.length - 1]++;
      }
      return changed;
    }
    byte[] changed = key.clone();
    changed[key.length - 1 - random.nextInt(3)] += (byte) (random.nextBoolean() ? 1 : -1);
    return changed;
  }

  /** Whether a row satisfies a predicate, by the definition. */
  public static boolean holds(Predicate predicate, List<Object> row) {
    if (predicate instanceof Predicate.And and) {
      return and.operands().stream().allMatch(operand -> holds(operand, row));
    }
    if (predicate instanceof Predicate.Or or) {
      return or.operands().stream().anyMatch(operand -> holds(operand, row));
    }
    if (predicate instanceof Predicate.InRanges leaf) {
      byte[] key = RandomTable.key(row.get(leaf.attribute().position() - 1));
      return key == null ? leaf.acceptsNull() : leaf.ranges().contains(key);
    }
    return true;
  }
}
