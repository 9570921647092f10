// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.format.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * For plain Hadoop: fills a hash map for each build side from the distributed cache, splits every
 * line and looks its keys up.
 */
public final class PlainSumMapper extends Mapper<LongWritable, Text, Text, LongWritable>
    implements JoinMeasure.Operands {
  private final StringBuilder joined = new StringBuilder();
  private final Text key = new Text();
  private final LongWritable value = new LongWritable();
  private final List<Map<Object, String[]>> tables = new ArrayList<>();
  private MapJoinCase query;
  private RowCondition.FieldTest[] tests;
  private int[] foreignKeys;
  private boolean[] numbers;
  private Place[] groups;
  private Place[] operands;
  private String[] fields;
  private String[][] matches;

  /**
   * Where a value stands.
   *
   * @param side build side, from 0; -1 for the input
   * @param field field of the line, or place among the outputs of the build side
   */
  private record Place(int side, int field) {}

  @Override
  protected void setup(Context context) throws IOException {
    query = MapJoinJobs.caseOf(context.getConfiguration());
    Schema schema = query.input().schema();
    tests = tests(query.ranges(), schema);
    List<JoinedSide> sides = query.sides();
    foreignKeys = new int[sides.size()];
    numbers = new boolean[sides.size()];
    matches = new String[sides.size()][];
    for (int i = 0; i < sides.size(); i++) {
      foreignKeys[i] = schema.attribute(sides.get(i).foreignKey()).position() - 1;
      numbers[i] = query.input() == JoinTable.LINEORDER;
      tables.add(load(sides.get(i), numbers[i]));
    }
    groups = query.groups().stream().map(this::place).toArray(Place[]::new);
    operands = query.measure().operands().stream().map(this::place).toArray(Place[]::new);
  }

  private static RowCondition.FieldTest[] tests(List<RowCondition> ranges, Schema schema) {
    return ranges.stream().map(range -> range.test(schema)).toArray(RowCondition.FieldTest[]::new);
  }

  private Place place(String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      return new Place(-1, query.input().schema().attribute(name).position() - 1);
    }
    List<JoinedSide> sides = query.sides();
    for (int side = 0; side < sides.size(); side++) {
      if (sides.get(side).name().equals(name.substring(0, dot))) {
        return new Place(side, sides.get(side).outputs().indexOf(name.substring(dot + 1)));
      }
    }
    throw new IllegalArgumentException(query.id() + " has no build side of " + name);
  }

  /** Reads a build side from the file of its name in the task's directory. */
  private static Map<Object, String[]> load(JoinedSide side, boolean number) throws IOException {
    Schema schema = side.table().schema();
    RowCondition.FieldTest[] tests = tests(side.ranges(), schema);
    int[] outputs =
        side.outputs().stream().mapToInt(name -> schema.attribute(name).position() - 1).toArray();
    Map<Object, String[]> table = new HashMap<>();
    try (BufferedReader lines =
        Files.newBufferedReader(Path.of(side.table().id()), StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] row = line.split(",", -1);
        if (!holds(tests, row)) {
          continue;
        }
        String[] kept = new String[outputs.length];
        for (int i = 0; i < kept.length; i++) {
          kept[i] = row[outputs[i]];
        }
        table.put(number ? (Object) Integer.valueOf(row[0]) : row[0], kept);
      }
    }
    return table;
  }

  private static boolean holds(RowCondition.FieldTest[] tests, String[] row) {
    for (RowCondition.FieldTest test : tests) {
      if (!test.holds(row)) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    fields = line.toString().split(",", -1);
    if (!holds(tests, fields)) {
      return;
    }
    for (int side = 0; side < matches.length; side++) {
      String text = fields[foreignKeys[side]];
      matches[side] = tables.get(side).get(numbers[side] ? (Object) Integer.valueOf(text) : text);
      if (matches[side] == null) {
        return;
      }
    }
    joined.setLength(0);
    for (int i = 0; i < groups.length; i++) {
      joined.append(i == 0 ? "" : ",").append(text(groups[i]));
    }
    key.set(joined.toString());
    value.set(query.measure().of(this));
    context.write(key, value);
  }

  private String text(Place place) {
    return place.side() < 0 ? fields[place.field()] : matches[place.side()][place.field()];
  }

  @Override
  public long number(int place) {
    return Integer.parseInt(text(operands[place]));
  }

  @Override
  public double real(int place) {
    return Double.parseDouble(text(operands[place]));
  }
}
