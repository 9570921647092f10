package dev.hail.mapreduce;

/** How many map tasks a host runs at a time. */
@FunctionalInterface
interface MapSlots {

  /** Map tasks that run at a time on {@code host}, at least 1. */
  int on(String host);
}
