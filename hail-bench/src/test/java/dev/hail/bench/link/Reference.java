// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.link;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/**
 * What one class names: a class, or a field or method of one. Names are those of class files, as
 * {@code java/lang/Object}.
 *
 * @param from the class that names it
 * @param owner the class that is named
 * @param member name and type of the field or method; empty for the class itself
 */
record Reference(String from, String owner, String member) implements Comparable<Reference> {

  /** All that a class file names, each once. */
  static Set<Reference> of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    Collector collector = new Collector(reader.getClassName());
    // Somebody must take the code, or ASM leaves it out.
    reader.accept(new ClassRemapper(new ClassNode(), collector), ClassReader.SKIP_FRAMES);
    return collector.found;
  }

  @Override
  public int compareTo(Reference other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return from + " -> " + owner + (member.isEmpty() ? "" : "." + member);
  }

  /** ASM asks a remapper for the new name of each name in the class. */
  private static final class Collector extends Remapper {
    private final String from;
    private final Set<Reference> found = new TreeSet<>();

    Collector(String from) {
      this.from = from;
    }

    @Override
    public String map(String name) {
      found.add(new Reference(from, name, ""));
      return name;
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
      add(owner, name + descriptor);
      return name;
    }

    @Override
    public String mapFieldName(String owner, String name, String descriptor) {
      add(owner, name + ":" + descriptor);
      return name;
    }

    private void add(String owner, String member) {
      // Arrays have the methods of Object.
      if (!owner.startsWith("[")) {
        found.add(new Reference(from, owner, member));
      }
    }
  }
}
