// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.stream.Stream;

/** Annotations on interfaces of a mapper. Java does not inherit them, so they have no effect. */
final class InterfaceAnnotations {

  private InterfaceAnnotations() {}

  /**
   * Checks the interfaces of a class, of its superclasses and of their interfaces.
   *
   * @throws HailQueryException if one of them, or a method of it, carries the annotation
   */
  static void refuse(Class<?> c, Class<? extends Annotation> annotation) throws HailQueryException {
    for (Class<?> type : c.getInterfaces()) {
      Stream<AnnotatedElement> places =
          Stream.concat(Stream.of(type), Stream.of(type.getDeclaredMethods()));
      if (places.anyMatch(place -> place.getAnnotationsByType(annotation).length > 0)) {
        throw new HailQueryException(
            "@"
                + annotation.getSimpleName()
                + " on interface "
                + type.getName()
                + " has no effect: put it on the mapper class");
      }
      refuse(type, annotation);
    }
    if (c.getSuperclass() != null) {
      refuse(c.getSuperclass(), annotation);
    }
  }
}
