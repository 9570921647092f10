// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;

/**
 * Generates lineorder. Each 28 rows are seven orders of one to seven lines, in an order that the
 * seed chooses. Keys of customers, suppliers, parts and days are uniform. Prices are in cents and
 * follow TPC-H: a part has one price, and a line's revenue is its price less its discount. Not
 * thread-safe.
 */
final class LineOrders implements RowSource {
  private static final int ORDERS_OF_GROUP = 7;
  private static final int ROWS_OF_GROUP = 28;
  private static final int MOST_QUANTITY = 50;
  private static final int DISCOUNTS = 11;
  private static final int TAXES = 9;
  private static final int FIRST_COMMIT = 30;
  private static final int COMMIT_DAYS = 61;
  private static final byte[][] PRIORITIES =
      Words.ascii("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECI", "5-LOW");
  private static final byte[][] SHIP_MODES =
      Words.ascii("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");

  private final RowRandom orders;
  private final RowRandom lines;
  private final SsbScale scale;
  private final Line line = new Line();
  private final int[] sizes = new int[ORDERS_OF_GROUP];
  private long group = -1;
  private Order order = Order.NONE;

  /** What all lines of an order share. */
  private record Order(
      long firstRow, long key, int size, int customer, int day, int priority, int total) {
    static final Order NONE = new Order(0, 0, 0, 0, 0, 0, 0);

    boolean holds(long row) {
      return row >= firstRow && row < firstRow + size;
    }
  }

  /** One line; the object is used for all of them. */
  private static final class Line {
    int part;
    int supplier;
    int quantity;
    int discount;
    int tax;
    int commit;
    int shipMode;
    int price;
    int extended;
  }

  LineOrders(long seed, SsbScale scale) {
    this.orders = new RowRandom(~seed);
    this.lines = new RowRandom(seed);
    this.scale = scale;
  }

  @Override
  public int maxRowBytes() {
    return 192;
  }

  @Override
  public void append(long row, TextBuffer text) {
    if (!order.holds(row)) {
      order = orderOf(row);
    }
    draw(row);
    text.append((int) order.key()).append(',').append((int) (row - order.firstRow()) + 1);
    text.append(',').append(order.customer()).append(',').append(line.part);
    text.append(',').append(line.supplier).append(',').append(Days.key(order.day()));
    text.append(',').append(PRIORITIES[order.priority()]).append(',').append('0');
    text.append(',').append(line.quantity).append(',').append(line.extended);
    text.append(',').append(order.total()).append(',').append(line.discount);
    text.append(',').append((int) discounted()).append(',').append(6 * line.price / 10);
    text.append(',').append(line.tax);
    text.append(',').append(Days.key(order.day() + FIRST_COMMIT + line.commit));
    text.append(',').append(SHIP_MODES[line.shipMode]).append('\n');
  }

  private Order orderOf(long row) {
    enterGroupOf(row);
    long first = group * ROWS_OF_GROUP;
    int place = 0;
    while (row >= first + sizes[place]) {
      first += sizes[place];
      place++;
    }
    long key = group * ORDERS_OF_GROUP + place + 1;
    orders.seek(key);
    int customer = 1 + orders.next(scale.customers());
    int day = orders.next(Days.OF_ORDERS);
    int priority = orders.next(PRIORITIES.length);
    long total = 0;
    for (long each = first; each < first + sizes[place]; each++) {
      draw(each);
      total += discounted() * (100 + line.tax) / 100;
    }
    return new Order(first, key, sizes[place], customer, day, priority, (int) total);
  }

  private void enterGroupOf(long row) {
    group = row / ROWS_OF_GROUP;
    orders.seek(-1 - group);
    for (int i = 0; i < ORDERS_OF_GROUP; i++) {
      int other = orders.next(i + 1);
      sizes[i] = sizes[other];
      sizes[other] = i + 1;
    }
  }

  private void draw(long row) {
    lines.seek(row);
    long bits = lines.nextBits();
    line.part = 1 + RowRandom.scale((int) bits, scale.parts());
    line.supplier = 1 + RowRandom.scale((int) (bits >>> 32), scale.suppliers());
    bits = lines.nextBits();
    line.quantity = 1 + RowRandom.scale((int) bits, MOST_QUANTITY);
    line.discount = RowRandom.scale((int) (bits >>> 32), DISCOUNTS);
    bits = lines.nextBits();
    line.tax = RowRandom.scale((int) bits, TAXES);
    line.commit = RowRandom.scale((int) (bits >>> 32), COMMIT_DAYS);
    line.shipMode = lines.next(SHIP_MODES.length);
    line.price = 90_000 + line.part / 10 % 20_001 + 100 * (line.part % 1_000);
    line.extended = line.quantity * line.price;
  }

  private long discounted() {
    return (long) line.extended * (100 - line.discount) / 100;
  }
}
