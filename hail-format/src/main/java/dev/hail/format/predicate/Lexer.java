// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.schema.Identifiers;
import java.util.ArrayList;
import java.util.List;

/** Splits a predicate into words. */
final class Lexer {
  private static final int MAX_POSITION_DIGITS = 9;

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  /** All words; the last is of kind END. */
  List<Token> tokens() {
    List<Token> tokens = new ArrayList<>();
    while (true) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at == text.length()) {
        tokens.add(new Token(Token.Kind.END, "", at));
        return tokens;
      }
      tokens.add(token());
    }
  }

  private Token token() {
    int start = at;
    int c = text.codePointAt(at);
    if (c == '\'') {
      return new Token(Token.Kind.STRING, quoted('\'', "text"), start);
    }
    if (c == '"') {
      String name = quoted('"', "name");
      if (name.isEmpty()) {
        throw PredicateException.malformed(text, start, "the name between the quotes is empty");
      }
      return new Token(Token.Kind.QUOTED_NAME, name, start);
    }
    if (c == '@') {
      return position();
    }
    if (isBareStart(c)) {
      return bare();
    }
    if (Identifiers.isStart(c)) {
      while (at < text.length() && Identifiers.isPart(text.codePointAt(at))) {
        at += Character.charCount(text.codePointAt(at));
      }
      return new Token(Token.Kind.NAME, text.substring(start, at), start);
    }
    return symbol();
  }

  private String quoted(char quote, String what) {
    int start = at;
    StringBuilder content = new StringBuilder();
    at++;
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
    throw PredicateException.malformed(
        text, start, "this " + what + " has no closing quote " + quote);
  }

  private Token position() {
    int start = at;
    at++;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    int digits = at - start - 1;
    if (digits == 0 || digits > MAX_POSITION_DIGITS) {
      throw PredicateException.malformed(
          text, start, "@ must be followed by an attribute's position, as in @1");
    }
    return new Token(Token.Kind.POSITION, text.substring(start, at), start);
  }

  private boolean isBareStart(int c) {
    if (isDigit(c)) {
      return true;
    }
    boolean sign = c == '-' || c == '+';
    if (!sign && c != '.') {
      return false;
    }
    int next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
    return isDigit(next) || (sign && (next == '.' || Identifiers.isStart(next)));
  }

  /**
   * Reads a number or date. Without arithmetic, all characters that may occur in one belong to it.
   */
  private Token bare() {
    int start = at;
    at++;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      boolean part = Identifiers.isPart(c) || c == '.' || c == ':' || c == '-' || c == '+';
      if (!part) {
        break;
      }
      at += Character.charCount(c);
    }
    return new Token(Token.Kind.BARE, text.substring(start, at), start);
  }

  private Token symbol() {
    int start = at;
    for (String symbol : List.of("<=", ">=", "<>", "!=", "==", "=", "<", ">", "(", ")", ",")) {
      if (text.startsWith(symbol, at)) {
        at += symbol.length();
        return new Token(Token.Kind.SYMBOL, symbol, start);
      }
    }
    String found = new String(Character.toChars(text.codePointAt(at)));
    String remedy = found.equals(".") ? "names in double quotes" : "text in single quotes";
    throw PredicateException.malformed(
        text, start, "'" + found + "' has no meaning here; put " + remedy);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
