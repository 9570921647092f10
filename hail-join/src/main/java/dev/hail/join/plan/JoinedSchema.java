// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Identifiers;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The attributes of joined rows: those of the input at their own positions, then all of the inner
 * and left build sides, named {@code side.attribute}. Immutable.
 */
public final class JoinedSchema {
  private final Schema input;
  private final List<JoinSide> sides;
  private final Schema schema;

  /** Position before the first attribute of each side; -1 for a side that gives none. */
  private final int[] before;

  /**
   * Joins schemas.
   *
   * @throws SchemaException if an attribute of the input is named like one of a build side
   */
  public JoinedSchema(Schema input, List<JoinSide> sides) {
    this.input = input;
    this.sides = List.copyOf(sides);
    this.before = new int[sides.size()];
    List<Attribute> attributes = new ArrayList<>(input.attributes());
    for (int i = 0; i < before.length; i++) {
      JoinSide side = sides.get(i);
      before[i] = side.kind().givesAttributes() ? attributes.size() : -1;
      if (before[i] >= 0) {
        for (Attribute attribute : side.schema().attributes()) {
          String name = side.name() + "." + attribute.name();
          attributes.add(new Attribute(attributes.size() + 1, name, attribute.type()));
        }
      }
    }
    this.schema = Schema.of(attributes);
  }

  /** Returns the attributes of the input. */
  public Schema input() {
    return input;
  }

  /** Returns the attributes of joined rows. */
  public Schema schema() {
    return schema;
  }

  /** Returns the build sides. */
  public List<JoinSide> sides() {
    return sides;
  }

  /** Returns whether a position is one of the input. */
  public boolean isOfInput(int position) {
    return position <= input.size();
  }

  /** Returns the number, from 0, of the build side that has a position behind the input's. */
  public int side(int position) {
    for (int i = before.length - 1; i >= 0; i--) {
      if (before[i] >= 0 && position > before[i]) {
        return i;
      }
    }
    throw new IllegalArgumentException("@" + position + " is no attribute of a build side");
  }

  /**
   * Returns the position of an attribute of a build side that gives attributes.
   *
   * @param side number from 0
   * @param positionInSide position in the build side, from 1
   */
  public int position(int side, int positionInSide) {
    return before[side] + positionInSide;
  }

  /** Returns the position, from 1, within its build side of a position behind the input's. */
  public int positionInSide(int position) {
    return position - before[side(position)];
  }

  /**
   * Returns the number, from 0, of a build side.
   *
   * @throws SchemaException if no build side has the name
   */
  public int side(String name) {
    for (int i = 0; i < before.length; i++) {
      if (sides.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw new SchemaException(
        "There is no join `"
            + name
            + "', the joins are "
            + sides.stream().map(JoinSide::name).toList());
  }

  /**
   * Returns the position, from 1, of an attribute.
   *
   * @param text as {@link Schema#attribute(String)} takes it, an attribute of the input; with the
   *     name of a join and a point before it or after the {@code @}, one of that build side; a name
   *     that the input does not have is that of the only build side which has it
   * @throws SchemaException if there is no such attribute or several
   */
  public int position(String text) {
    String wanted = text.strip();
    try {
      return input.attribute(wanted).position();
    } catch (SchemaException notOfInput) {
      int dot = wanted.indexOf('.');
      boolean numbered = wanted.startsWith("@");
      String side = dot < 0 ? "" : wanted.substring(numbered ? 1 : 0, dot);
      if (isSide(side)) {
        String rest = (numbered ? "@" : "") + wanted.substring(dot + 1);
        return positionIn(side(side), rest);
      }
      List<Integer> found = numbered ? List.of() : withName(wanted);
      if (found.size() == 1) {
        return found.get(0);
      }
      if (found.isEmpty()) {
        throw new SchemaException(
            notOfInput.getMessage() + ". No build side has it: " + describeSides());
      }
      throw new SchemaException(
          "Attribute "
              + wanted
              + " may be "
              + String.join(" or ", found.stream().map(p -> schema.attribute(p).name()).toList())
              + ": name the join before it");
    }
  }

  private boolean isSide(String name) {
    return sides.stream().anyMatch(side -> side.name().equalsIgnoreCase(name));
  }

  private int positionIn(int number, String nameOrAtN) {
    JoinSide side = sides.get(number);
    if (before[number] < 0) {
      throw new SchemaException(
          "Join `"
              + side.name()
              + "' is "
              + side.kind().words()
              + ", which gives no attributes of its build side; make it inner or left");
    }
    try {
      return before[number] + side.schema().attribute(nameOrAtN).position();
    } catch (SchemaException missing) {
      throw new SchemaException("Join `" + side.name() + "': " + missing.getMessage());
    }
  }

  private List<Integer> withName(String wanted) {
    String folded = wanted.toLowerCase(Locale.ROOT);
    return IntStream.rangeClosed(input.size() + 1, schema.size())
        .filter(
            position -> {
              String name =
                  sides.get(side(position)).schema().attribute(positionInSide(position)).name();
              return name.toLowerCase(Locale.ROOT).equals(folded)
                  || Identifiers.quote(name).toLowerCase(Locale.ROOT).equals(folded);
            })
        .boxed()
        .toList();
  }

  private String describeSides() {
    return String.join(
        "; ",
        sides.stream()
            .filter(side -> side.kind().givesAttributes())
            .map(side -> side.name() + " (" + side.schema().toSql() + ")")
            .toList());
  }

  /**
   * Returns the positions that an element of a projection names: one, or for {@code side.*} all of
   * a build side.
   *
   * @throws SchemaException if there is no such attribute or several
   */
  public List<Integer> positions(String text) {
    String wanted = text.strip();
    if (!wanted.endsWith(".*")) {
      return List.of(position(wanted));
    }
    int number = side(wanted.substring(0, wanted.length() - 2));
    int first = positionIn(number, "@1");
    return IntStream.range(first, first + sides.get(number).schema().size()).boxed().toList();
  }
}
