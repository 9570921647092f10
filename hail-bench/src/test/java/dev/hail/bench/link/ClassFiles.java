// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of some jars and folders and of the JDK, as their files say; none is loaded. */
final class ClassFiles implements AutoCloseable {
  private final URLClassLoader jars;
  private final Map<String, Optional<Shape>> shapes = new HashMap<>();

  ClassFiles(List<URL> places) {
    this.jars =
        new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The class files in a jar or folder. */
  static List<byte[]> in(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      return below(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return below(jar.getPath("/"));
    }
  }

  private static List<byte[]> below(Path root) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(path -> path.toString().endsWith(".class")).toList()) {
        if (!file.endsWith("package-info.class") && !file.endsWith("module-info.class")) {
          files.add(Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  /** Why a reference cannot be resolved; empty if it can. */
  Optional<String> problem(Reference reference) {
    Optional<Shape> owner = shape(reference.owner());
    if (owner.isEmpty()) {
      return Optional.of("no such class");
    }
    if (!isPublic(owner.get().access()) && !samePackage(reference.from(), reference.owner())) {
      return Optional.of("class is not public");
    }
    if (reference.member().isEmpty()) {
      return Optional.empty();
    }
    Found found = find(reference.owner(), reference.member());
    if (found == null) {
      return Optional.of("no such member");
    }
    return mayUse(reference.from(), found)
        ? Optional.empty()
        : Optional.of("member of " + found.owner() + " is not accessible");
  }

  private boolean mayUse(String from, Found found) {
    if (isPublic(found.access()) || samePackage(from, found.owner())) {
      return true;
    }
    boolean isProtected = (found.access() & Opcodes.ACC_PROTECTED) != 0;
    return isProtected
        && (isSubclass(from, found.owner()) || isSubclass(outer(from), found.owner()));
  }

  private static String outer(String name) {
    int dollar = name.indexOf('$');
    return dollar < 0 ? name : name.substring(0, dollar);
  }

  private boolean isSubclass(String name, String ancestor) {
    for (String type = name; type != null; ) {
      if (type.equals(ancestor)) {
        return true;
      }
      type = shape(type).map(Shape::parent).orElse(null);
    }
    return false;
  }

  private Found find(String owner, String member) {
    Shape shape = shape(owner).orElse(null);
    if (shape == null) {
      return null;
    }
    Integer access = shape.members().get(member);
    if (access != null) {
      return new Found(owner, access);
    }
    if (shape.isSignaturePolymorphic(member)) {
      return new Found(owner, Opcodes.ACC_PUBLIC);
    }
    for (String ancestor : shape.ancestors()) {
      Found inherited = find(ancestor, member);
      if (inherited != null) {
        return inherited;
      }
    }
    return null;
  }

  private static boolean isPublic(int access) {
    return (access & Opcodes.ACC_PUBLIC) != 0;
  }

  private static boolean samePackage(String a, String b) {
    return a.substring(0, a.lastIndexOf('/') + 1).equals(b.substring(0, b.lastIndexOf('/') + 1));
  }

  private Optional<Shape> shape(String name) {
    return shapes.computeIfAbsent(name, this::read);
  }

  private Optional<Shape> read(String name) {
    try (InputStream file = jars.getResourceAsStream(name + ".class")) {
      return file == null ? Optional.empty() : Optional.of(Shape.of(file.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    jars.close();
  }

  private record Found(String owner, int access) {}

  /**
   * A class without its code.
   *
   * @param parent null for Object
   * @param ancestors superclass and interfaces
   * @param members access by name and type
   */
  private record Shape(
      String name,
      int access,
      String parent,
      List<String> ancestors,
      Map<String, Integer> members) {

    static Shape of(byte[] classFile) {
      ClassReader reader = new ClassReader(classFile);
      Map<String, Integer> members = new HashMap<>();
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(
                int access, String name, String type, String signature, Object value) {
              members.put(name + ":" + type, access);
              return null;
            }

            @Override
            public MethodVisitor visitMethod(
                int access, String name, String type, String signature, String[] exceptions) {
              members.put(name + type, access);
              return null;
            }
          },
          ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      List<String> ancestors = new ArrayList<>(List.of(reader.getInterfaces()));
      if (reader.getSuperName() != null) {
        ancestors.add(0, reader.getSuperName());
      }
      return new Shape(
          reader.getClassName(), reader.getAccess(), reader.getSuperName(), ancestors, members);
    }

    /** Such methods take whatever types their callers name. */
    boolean isSignaturePolymorphic(String member) {
      return (name.equals("java/lang/invoke/MethodHandle")
              || name.equals("java/lang/invoke/VarHandle"))
          && members.keySet().stream()
              .anyMatch(known -> beforeType(known).equals(beforeType(member)));
    }

    private static String beforeType(String member) {
      int end = member.indexOf('(');
      return end < 0 ? member : member.substring(0, end);
    }
  }
}
