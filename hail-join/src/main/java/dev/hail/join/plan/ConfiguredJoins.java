// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.conf.ConfText;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.conf.KnownKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * The joins of a job: those of its mapper's annotations, with what the configuration replaces.
 *
 * <p>{@code hail.join.NAME} holds a join as one line and replaces the annotation of that name.
 * {@code hail.join.NAME.path}, {@code .on}, {@code .filter}, {@code .kind} and {@code .null-equal}
 * replace single elements. {@code hail.join.names} says which joins hold and in which order; empty
 * is none. Without it, those of the annotations come first, and the others by name.
 */
public final class ConfiguredJoins {
  private static final String PREFIX = KnownKeys.JOINS;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final List<String> ELEMENTS =
      List.of("path", "on", "filter", "kind", "null-equal");

  /** First words of other keys that begin so. */
  private static final Set<String> RESERVED =
      Set.of("names", "memory", "implementation", "algorithm", "build", "filter", "mode", "plan");

  private final Configuration conf;
  private final Map<String, JoinDeclaration> declared = new LinkedHashMap<>();

  private ConfiguredJoins(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Returns the joins that hold for a job, in order.
   *
   * @param declarations the annotations of its mapper
   * @throws JoinRefusedException if a join is malformed, lacks an element or has a name twice
   */
  public static List<JoinSpec> of(Configuration conf, List<JoinDeclaration> declarations)
      throws JoinRefusedException {
    ConfiguredJoins joins = new ConfiguredJoins(conf);
    for (JoinDeclaration declaration : declarations) {
      checkName(declaration.name(), declaration.place());
      if (joins.declared.put(declaration.name(), declaration) != null) {
        throw new JoinRefusedException(
            "Two joins of " + declaration.place() + " are named `" + declaration.name() + "'");
      }
    }
    return joins.all();
  }

  /**
   * Checks a join in one line, without the files that it names.
   *
   * @param place where it was written, for messages
   * @throws JoinRefusedException if its name or its line is malformed, with a remedy
   */
  public static void check(String name, String line, String place) throws JoinRefusedException {
    checkName(name, place);
    JoinText.parse(name, line, place);
  }

  private List<JoinSpec> all() throws JoinRefusedException {
    Set<String> configured = configuredNames();
    Set<String> names = new LinkedHashSet<>(declared.keySet());
    names.addAll(configured);
    String chosen = conf.get(HailConfigKeys.JOIN_NAMES);
    if (chosen != null) {
      Set<String> known = names;
      names = new LinkedHashSet<>(conf.getTrimmedStringCollection(HailConfigKeys.JOIN_NAMES));
      for (String name : names) {
        if (!known.contains(name)) {
          throw new JoinRefusedException(
              "Configuration key "
                  + HailConfigKeys.JOIN_NAMES
                  + " names the join `"
                  + name
                  + "', which neither an annotation nor a key "
                  + PREFIX
                  + name
                  + " describes; there are "
                  + known);
        }
      }
    }
    List<JoinSpec> joins = new ArrayList<>();
    Set<String> folded = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : names) {
      if (!folded.add(name)) {
        throw new JoinRefusedException(
            "Two joins are named `" + name + "'; names must differ in more than case");
      }
      joins.add(join(name));
    }
    return joins;
  }

  /** The names of joins in keys. */
  private Set<String> configuredNames() throws JoinRefusedException {
    Set<String> names = new TreeSet<>();
    for (String rest : conf.getPropsWithPrefix(PREFIX).keySet()) {
      int dot = rest.indexOf('.');
      String name = dot < 0 ? rest : rest.substring(0, dot);
      if (RESERVED.contains(name)) {
        if (!HailConfiguration.keys().contains(PREFIX + rest)) {
          throw new JoinRefusedException(
              "There is no configuration key "
                  + PREFIX
                  + rest
                  + "; "
                  + KnownKeys.hint(PREFIX + rest));
        }
        continue;
      }
      checkName(name, "configuration key " + PREFIX + rest);
      if (dot >= 0 && !ELEMENTS.contains(rest.substring(dot + 1))) {
        throw new JoinRefusedException(
            "There is no configuration key "
                + PREFIX
                + rest
                + "; the elements of a join are "
                + String.join(", ", ELEMENTS));
      }
      names.add(name);
    }
    return names;
  }

  private static void checkName(String name, String place) throws JoinRefusedException {
    if (!NAME.matcher(name).matches()) {
      throw new JoinRefusedException(
          "The name `"
              + name
              + "' of a join of "
              + place
              + " must be a letter or _, then letters, digits and _");
    }
    if (RESERVED.contains(name)) {
      throw new JoinRefusedException(
          "A join of "
              + place
              + " cannot be named `"
              + name
              + "', as the keys "
              + PREFIX
              + name
              + " mean something else");
    }
  }

  private JoinSpec join(String name) throws JoinRefusedException {
    JoinDeclaration declaration = declared.get(name);
    String key = PREFIX + name;
    String line = ConfText.get(conf, key);
    JoinSpec base = null;
    if (line != null) {
      base = JoinText.parse(name, line, placeOf(key));
    }
    String place = place(name, base, declaration);
    String on = element(name, "on", declaration == null ? null : declaration.on(), base != null);
    String path =
        element(name, "path", declaration == null ? null : declaration.path(), base != null);
    String filter =
        element(name, "filter", declaration == null ? "" : declaration.filter(), base != null);
    String kind = conf.get(key + ".kind");
    MatchKind declaredKind = declaration == null ? MatchKind.INNER : declaration.kind();
    boolean declaredEqual = declaration != null && declaration.nullEqual();
    return new JoinSpec(
        name,
        kind != null ? kind(name, kind) : base != null ? base.kind() : declaredKind,
        replaced(path == null ? base.path() : path),
        on == null ? base.keys() : JoinText.keys(name, on, place(name, "on", place)),
        filter == null ? base.filter() : filter,
        nullEqual(key + ".null-equal", base != null ? base.nullEqual() : declaredEqual),
        place);
  }

  private static String place(String name, JoinSpec base, JoinDeclaration declaration) {
    if (base != null) {
      return base.place();
    }
    return declaration != null ? declaration.place() : "configuration keys " + PREFIX + name + ".*";
  }

  private String place(String name, String element, String other) {
    String key = PREFIX + name + "." + element;
    return conf.getRaw(key) == null ? other : placeOf(key);
  }

  /** Where a key was set: an option of a command names itself as the source. */
  private String placeOf(String key) {
    String[] sources = conf.getPropertySources(key);
    String last = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
    return last.startsWith("--") ? "option " + last : "configuration key " + key;
  }

  /** The value of an element: its key, else null if a line has it, else what is declared. */
  private String element(String name, String element, String otherwise, boolean hasLine)
      throws JoinRefusedException {
    String value = ConfText.get(conf, PREFIX + name + "." + element);
    if (value == null && hasLine) {
      return null;
    }
    value = value == null ? otherwise : value;
    if (value == null || (value.isBlank() && !element.equals("filter"))) {
      throw new JoinRefusedException(
          "Join `"
              + name
              + "' has no `"
              + element
              + "': set configuration key "
              + PREFIX
              + name
              + "."
              + element
              + ", or "
              + PREFIX
              + name
              + " to the join as one line: [kind] path on a = b [where filter]");
    }
    return value;
  }

  private boolean nullEqual(String key, boolean otherwise) throws JoinRefusedException {
    String value = conf.getTrimmed(key);
    if (value == null) {
      return otherwise;
    }
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw new JoinRefusedException(
          "Configuration key " + key + " is `" + value + "'; it can be true or false");
    }
    return Boolean.parseBoolean(value);
  }

  private static MatchKind kind(String name, String text) throws JoinRefusedException {
    return MatchKind.of(text)
        .orElseThrow(
            () ->
                new JoinRefusedException(
                    "Configuration key "
                        + PREFIX
                        + name
                        + ".kind is `"
                        + text
                        + "'; "
                        + MatchKind.POSSIBLE));
  }

  /** Replaces {@code ${key}} as Hadoop does in values of keys. */
  private String replaced(String text) {
    if (!text.contains("${")) {
      return text;
    }
    Configuration copy = new Configuration(conf);
    copy.set(PREFIX + "path", text);
    return copy.get(PREFIX + "path");
  }
}
