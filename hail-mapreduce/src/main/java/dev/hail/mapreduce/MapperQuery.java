// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Mapper;

/** Finds the {@link HailQuery} that applies to a mapper class. */
final class MapperQuery {

  private MapperQuery() {}

  /** An annotation and the class or method that carries it. */
  record Found(HailQuery query, String place) {}

  /**
   * Returns the query of the nearest class, from {@code mapper} up to {@link Mapper}, that is
   * annotated itself or on its map method; null if there is none.
   *
   * @throws HailQueryException if that class carries more than one annotation, or if only an
   *     interface carries one
   */
  static Found find(Class<?> mapper) throws HailQueryException {
    for (Class<?> c = mapper; c != null && c != Mapper.class; c = c.getSuperclass()) {
      Found found = declaredBy(c);
      if (found != null) {
        return found;
      }
    }
    InterfaceAnnotations.refuse(mapper, HailQuery.class);
    return null;
  }

  private static Found declaredBy(Class<?> c) throws HailQueryException {
    List<Found> found = new ArrayList<>();
    HailQuery onClass = c.getDeclaredAnnotation(HailQuery.class);
    if (onClass != null) {
      found.add(new Found(onClass, "class " + c.getName()));
    }
    for (Method method : c.getDeclaredMethods()) {
      HailQuery onMethod = method.getDeclaredAnnotation(HailQuery.class);
      // The compiler copies the annotation to the bridge method of a generic superclass.
      if (onMethod == null || method.isBridge()) {
        continue;
      }
      String place = "method " + c.getName() + "." + method.getName();
      if (!method.getName().equals("map")) {
        throw new HailQueryException(
            "@HailQuery on " + place + " has no effect: put it on the map method or on the class");
      }
      found.add(new Found(onMethod, place));
    }
    if (found.size() > 1) {
      throw new HailQueryException(
          "Mapper "
              + c.getName()
              + " carries @HailQuery more than once, on "
              + found.get(0).place()
              + " and on "
              + found.get(1).place()
              + ": keep one");
    }
    return found.isEmpty() ? null : found.get(0);
  }
}
