// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.join.plan.JoinDeclaration;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Mapper;

/** Finds the {@link HailJoin}s that apply to a mapper class. */
final class MapperJoins {

  private MapperJoins() {}

  /**
   * Returns the joins of the nearest class, from {@code mapper} up to {@link Mapper}, that has some
   * on itself or on its map method; empty if there is none.
   *
   * @throws HailQueryException if that class has joins at several places, or if only an interface
   *     has some
   */
  static List<JoinDeclaration> find(Class<?> mapper) throws HailQueryException {
    for (Class<?> c = mapper; c != null && c != Mapper.class; c = c.getSuperclass()) {
      List<JoinDeclaration> found = declaredBy(c);
      if (!found.isEmpty()) {
        return found;
      }
    }
    InterfaceAnnotations.refuse(mapper, HailJoin.class);
    return List.of();
  }

  private static List<JoinDeclaration> declaredBy(Class<?> c) throws HailQueryException {
    List<JoinDeclaration> found = of(c, "class " + c.getName());
    for (Method method : c.getDeclaredMethods()) {
      List<JoinDeclaration> onMethod = of(method, "method " + c.getName() + "." + method.getName());
      // The compiler copies the annotations to the bridge method of a generic superclass.
      if (onMethod.isEmpty() || method.isBridge()) {
        continue;
      }
      String place = onMethod.get(0).place();
      if (!method.getName().equals("map")) {
        throw new HailQueryException(
            place + " has no effect: put it on the map method or on the class");
      }
      if (!found.isEmpty()) {
        throw new HailQueryException(
            "Mapper "
                + c.getName()
                + " has joins at two places, "
                + found.get(0).place()
                + " and "
                + place
                + ": keep one");
      }
      found = onMethod;
    }
    return found;
  }

  private static List<JoinDeclaration> of(AnnotatedElement element, String where) {
    List<JoinDeclaration> joins = new ArrayList<>();
    for (HailJoin join : element.getDeclaredAnnotationsByType(HailJoin.class)) {
      joins.add(
          new JoinDeclaration(
              join.name(),
              join.kind(),
              join.path(),
              join.on(),
              join.filter(),
              join.nullEqual(),
              "@HailJoin on " + where));
    }
    return joins;
  }
}
