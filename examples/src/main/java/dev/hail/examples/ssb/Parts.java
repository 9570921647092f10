// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;

/**
 * Generates part: five manufacturers of five categories of 40 brands. The number of a brand has no
 * leading zero, so MFGR#221 and MFGR#2221 are two brands of MFGR#22. Not thread-safe.
 */
final class Parts implements RowSource {
  private static final byte[] MANUFACTURER = Words.ascii("MFGR#");
  private static final int MANUFACTURERS = 5;
  private static final int CATEGORIES = 5;
  private static final int BRANDS = 40;
  private static final int SIZES = 50;
  private static final byte[][] COLOURS =
      Words.ascii(
          "almond",
          "azure",
          "beige",
          "black",
          "blue",
          "brown",
          "chiffon",
          "coral",
          "cornsilk",
          "cyan",
          "dark",
          "firebrick",
          "forest",
          "ghost",
          "gold",
          "green",
          "grey",
          "honeydew",
          "indian",
          "ivory",
          "khaki",
          "lace",
          "lavender",
          "lemon",
          "lime",
          "linen",
          "magenta",
          "maroon",
          "navy",
          "olive",
          "orange",
          "orchid",
          "peach",
          "peru",
          "pink",
          "plum",
          "puff",
          "red",
          "rose",
          "salmon",
          "sienna",
          "sky",
          "snow",
          "steel",
          "tan",
          "tomato",
          "violet",
          "wheat",
          "white",
          "yellow");
  private static final byte[][] KINDS =
      Words.ascii("STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO");
  private static final byte[][] FINISHES =
      Words.ascii("ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED");
  private static final byte[][] METALS = Words.ascii("TIN", "NICKEL", "BRASS", "STEEL", "COPPER");
  private static final byte[][] CONTAINER_SIZES = Words.ascii("SM", "LG", "MED", "JUMBO", "WRAP");
  private static final byte[][] CONTAINERS =
      Words.ascii("CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM");

  private final RowRandom random;

  Parts(long seed) {
    random = new RowRandom(seed + 3);
  }

  @Override
  public int maxRowBytes() {
    return 160;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    int manufacturer = 1 + random.next(MANUFACTURERS);
    int category = 1 + random.next(CATEGORIES);
    byte[] colour = Words.pick(COLOURS, random);
    text.append((int) row + 1).append(',').append(colour).append(' ');
    text.append(Words.pick(COLOURS, random));
    text.append(',').append(MANUFACTURER).append(manufacturer);
    text.append(',').append(MANUFACTURER).append(manufacturer).append(category);
    text.append(',').append(MANUFACTURER).append(manufacturer).append(category);
    text.append(1 + random.next(BRANDS)).append(',').append(colour);
    text.append(',').append(Words.pick(KINDS, random)).append(' ');
    text.append(Words.pick(FINISHES, random)).append(' ').append(Words.pick(METALS, random));
    text.append(',').append(1 + random.next(SIZES));
    text.append(',').append(Words.pick(CONTAINER_SIZES, random)).append(' ');
    text.append(Words.pick(CONTAINERS, random)).append('\n');
  }
}
