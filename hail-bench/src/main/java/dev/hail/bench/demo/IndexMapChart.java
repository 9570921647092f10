// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.report.Markup;

/** Draws the index map: a row per datanode, a column per block, a colour per attribute. */
final class IndexMapChart {
  private static final int WIDTH = 900;
  private static final int LABEL_WIDTH = 150;
  private static final int GREATEST_CELL = 34;
  private static final int LEAST_CELL = 10;
  private static final int LANE_GAP = 26;

  private final IndexMap map;
  private final double cell;
  private final int blocksPerLane;

  IndexMapChart(IndexMap map) {
    this.map = map;
    int room = WIDTH - LABEL_WIDTH;
    int blocks = Math.max(1, map.blocks().size());
    this.cell = Math.max(LEAST_CELL, Math.min(GREATEST_CELL, (double) room / blocks));
    this.blocksPerLane = (int) (room / cell);
  }

  /**
   * Returns the map as an SVG element; blocks that do not fit side by side continue in the next
   * lane.
   */
  Markup svg() {
    int lanes = Math.max(1, (map.blocks().size() + blocksPerLane - 1) / blocksPerLane);
    double laneHeight = map.datanodes().size() * cell + LANE_GAP;
    Markup svg = new Markup();
    svg.open("svg", "viewBox", "0 0 " + WIDTH + " " + (int) (lanes * laneHeight), "role", "img");
    svg.element("title", "Sort attribute of each replica of each block");
    for (int lane = 0; lane < lanes; lane++) {
      drawLane(lane * blocksPerLane, lane * laneHeight, svg);
    }
    return svg.close("svg");
  }

  /** Returns the style class of an attribute's colour. */
  static String style(IndexMap map, String attribute) {
    if (attribute.equals(IndexMap.NO_REPLICA)) {
      return "absent";
    }
    int index = map.attributes().indexOf(attribute);
    return index < 0 ? "unsorted" : "a" + Math.min(index, 5);
  }

  private void drawLane(int firstBlock, double top, Markup svg) {
    int end = Math.min(map.blocks().size(), firstBlock + blocksPerLane);
    for (int node = 0; node < map.datanodes().size(); node++) {
      double y = top + node * cell;
      svg.element(
          "text", map.datanodes().get(node), "x", 0, "y", y + cell / 2 + 4, "class", "name");
      for (int block = firstBlock; block < end; block++) {
        drawReplica(block, node, LABEL_WIDTH + (block - firstBlock) * cell, y, svg);
      }
    }
    double bottom = top + map.datanodes().size() * cell + 15;
    svg.element(
        "text", "block " + (firstBlock + 1), "x", LABEL_WIDTH, "y", bottom, "class", "value");
    if (end - firstBlock > 6) {
      svg.element(
          "text",
          String.valueOf(end),
          "x",
          LABEL_WIDTH + (end - firstBlock - 0.5) * cell,
          "y",
          bottom,
          "class",
          "tick");
    }
  }

  private void drawReplica(int block, int node, double x, double y, Markup svg) {
    String attribute = map.blocks().get(block).get(node);
    String shown = attribute.equals(IndexMap.NO_REPLICA) ? "no replica" : attribute;
    svg.open(
        "rect",
        "x",
        x + 1,
        "y",
        y + 1,
        "width",
        cell - 2,
        "height",
        cell - 2,
        "rx",
        3,
        "class",
        style(map, attribute));
    svg.element(
        "title", "Block " + (block + 1) + " on " + map.datanodes().get(node) + ": " + shown);
    svg.close("rect");
  }
}
