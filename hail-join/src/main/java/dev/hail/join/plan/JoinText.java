// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.plan;

import dev.hail.format.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the text of a join:
 *
 * <pre>{@code [KIND] PATH on A = B [and C = D]... [nulls equal] [where FILTER]}</pre>
 *
 * <p>KIND is {@code inner}, {@code left}, {@code semi}, {@code anti} or {@code not in}; default
 * {@code inner}. PATH ends at the first space, unless it stands in single quotes. A and C are
 * attributes of the input, B and D of the build side: a name, a name in double quotes or {@code
 * @n}, for the build side also {@code join.name} or {@code @join.n}. Key words are not
 * case-sensitive. Everything after {@code where} is the filter of the build side.
 */
final class JoinText {
  private static final int EXCERPT = 60;

  /** First words of joins in SQL that have no table here. A path of that name has quotes. */
  private static final Set<String> OTHER_KINDS =
      Set.of("right", "full", "outer", "cross", "natural");

  private final String text;
  private final String name;
  private final String place;
  private int at;

  private JoinText(String text, String name, String place) {
    this.text = text;
    this.name = name;
    this.place = place;
  }

  /**
   * Reads a whole join.
   *
   * @param place where the text was written, for messages
   * @throws JoinRefusedException if the text is malformed, with the column and a remedy
   */
  static JoinSpec parse(String name, String text, String place) throws JoinRefusedException {
    return new JoinText(text, name, place).join();
  }

  /**
   * Reads the attributes that are compared, such as {@code a = b and c = d}.
   *
   * @throws JoinRefusedException if the text is malformed, with the column and a remedy
   */
  static List<KeyPair> keys(String name, String text, String place) throws JoinRefusedException {
    JoinText reader = new JoinText(text, name, place);
    List<KeyPair> keys = reader.keys();
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.malformed("expected `and' or the end");
    }
    return keys;
  }

  private JoinSpec join() throws JoinRefusedException {
    MatchKind kind = kind();
    skipSpace();
    int begin = at;
    String path = path();
    if (OTHER_KINDS.contains(text.substring(begin, at).toLowerCase(Locale.ROOT))) {
      at = begin;
      throw malformed("the kind is `" + path + "'; " + MatchKind.POSSIBLE);
    }
    if (!skipWord("on")) {
      throw malformed("expected `on' and the attributes to compare, such as `on a = b'");
    }
    List<KeyPair> keys = keys();
    boolean nullEqual = skipWord("nulls");
    if (nullEqual && !skipWord("equal")) {
      throw malformed("expected `equal' after `nulls'");
    }
    String filter = "";
    if (skipWord("where") || skipWhereBeforeParenthesis()) {
      filter = text.substring(at).strip();
      if (filter.isEmpty()) {
        throw malformed("expected a filter after `where'");
      }
    } else if (at < text.length()) {
      throw malformed("expected `and', `nulls equal', `where' or the end");
    }
    return new JoinSpec(name, kind, path, keys, filter, nullEqual, place);
  }

  private MatchKind kind() {
    for (MatchKind kind : MatchKind.values()) {
      int begin = at;
      boolean found = true;
      for (String word : kind.words().split(" ", -1)) {
        found = found && skipWord(word);
      }
      if (found) {
        return kind;
      }
      at = begin;
    }
    return MatchKind.INNER;
  }

  private String path() throws JoinRefusedException {
    skipSpace();
    int begin = at;
    if (at < text.length() && text.charAt(at) == '\'') {
      return quoted('\'', "path");
    }
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (begin == at) {
      throw malformed("expected the path of the build side");
    }
    return text.substring(begin, at);
  }

  private List<KeyPair> keys() throws JoinRefusedException {
    List<KeyPair> keys = new ArrayList<>();
    do {
      String input = attribute("an attribute of the input");
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '=') {
        throw malformed("expected `=': keys are compared for equality");
      }
      at++;
      keys.add(new KeyPair(input, withoutJoin(attribute("an attribute of the build side"))));
    } while (skipWord("and"));
    return keys;
  }

  /** Removes the name of the join, which may stand before or after the {@code @}. */
  private String withoutJoin(String attribute) {
    String prefix = name + ".";
    String at = attribute.startsWith("@") ? "@" : "";
    return attribute.regionMatches(true, at.length(), prefix, 0, prefix.length())
        ? at + attribute.substring(at.length() + prefix.length())
        : attribute;
  }

  private String attribute(String what) throws JoinRefusedException {
    skipSpace();
    int begin = at;
    while (at < text.length() && isPartOfName(text.charAt(at))) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '"') {
      quoted('"', "name");
    }
    if (begin == at) {
      throw malformed("expected " + what + ": a name or @n");
    }
    return text.substring(begin, at);
  }

  private static boolean isPartOfName(char c) {
    return Identifiers.isPart(c) || Character.isSurrogate(c) || c == '@' || c == '.';
  }

  /** Skips text in quotes and returns what is between them; two of them mean one. */
  private String quoted(char quote, String what) throws JoinRefusedException {
    int begin = at++;
    StringBuilder content = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        content.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        content.append(quote);
        at++;
      } else {
        return content.toString();
      }
    }
    at = begin;
    throw malformed("the " + what + " has no closing quote");
  }

  /** Skips a key word that ends where a word ends; returns whether it was there. */
  private boolean skipWord(String word) {
    skipSpace();
    int end = at + word.length();
    boolean there =
        text.regionMatches(true, at, word, 0, word.length())
            && (end == text.length() || !isPartOfPath(text.charAt(end)));
    if (there) {
      at = end;
      skipSpace();
    }
    return there;
  }

  private boolean skipWhereBeforeParenthesis() {
    String word = "where";
    boolean there = text.regionMatches(true, at, word + "(", 0, word.length() + 1);
    if (there) {
      at += word.length();
    }
    return there;
  }

  /** A key word may be the beginning of a path: {@code left/part-0}. */
  private static boolean isPartOfPath(char c) {
    return !Character.isWhitespace(c) && "='\"".indexOf(c) < 0;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private JoinRefusedException malformed(String reason) {
    int from = Math.max(0, at - EXCERPT);
    int to = Math.min(text.length(), at + EXCERPT);
    String line = text.substring(from, to).replaceAll("\\p{Cntrl}", " ");
    return new JoinRefusedException(
        String.format(
            Locale.ROOT,
            "Join `%s' of %s, column %d: %s%n  %s%n  %s^",
            name,
            place,
            text.codePointCount(0, at) + 1,
            reason,
            line,
            " ".repeat(text.codePointCount(from, at))));
  }
}
