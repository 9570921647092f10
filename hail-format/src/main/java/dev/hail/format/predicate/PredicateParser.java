// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.KeyRange;
import dev.hail.format.key.KeyRanges;
import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.format.schema.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recursive-descent parser of predicates. It pushes negation down to the tests. */
final class PredicateParser {
  private static final int MAX_DEPTH = 200;
  private static final int MAX_IN_LIST = 100_000;

  private final String text;
  private final Schema schema;
  private final ConstantReader constants;
  private List<Token> tokens;
  private int next;
  private int depth;

  PredicateParser(String text, Schema schema) {
    this.text = text;
    this.schema = schema;
    this.constants = new ConstantReader(text);
  }

  Predicate parse() {
    tokens = new Lexer(text).tokens();
    if (peek().kind() == Token.Kind.END) {
      return new Predicate.True();
    }
    Predicate predicate = or(false);
    if (peek().kind() != Token.Kind.END) {
      throw error(peek(), "expected AND, OR or the end, found " + peek().shown());
    }
    return predicate;
  }

  private Predicate or(boolean negated) {
    List<Predicate> operands = new ArrayList<>();
    do {
      operands.add(and(negated));
    } while (takeWord("OR"));
    return operands.size() == 1 ? operands.get(0) : combine(operands, negated);
  }

  private Predicate and(boolean negated) {
    List<Predicate> operands = new ArrayList<>();
    do {
      operands.add(not(negated));
    } while (takeWord("AND"));
    return operands.size() == 1 ? operands.get(0) : combine(operands, !negated);
  }

  private static Predicate combine(List<Predicate> operands, boolean conjunction) {
    return conjunction ? PredicateNormalizer.and(operands) : PredicateNormalizer.or(operands);
  }

  private Predicate not(boolean negated) {
    boolean flipped = negated;
    while (takeWord("NOT")) {
      flipped = !flipped;
    }
    return primary(flipped);
  }

  private Predicate primary(boolean negated) {
    Token first = peek();
    if (takeSymbol("(")) {
      if (++depth > MAX_DEPTH) {
        throw error(first, "parentheses are nested deeper than " + MAX_DEPTH);
      }
      Predicate inner = or(negated);
      expectSymbol(")", "to close the parenthesis of column " + (first.offset() + 1));
      depth--;
      return inner;
    }
    boolean truth = first.isWord("TRUE");
    if ((truth || first.isWord("FALSE")) && !tokens.get(next + 1).isComparison()) {
      next++;
      return truth != negated ? new Predicate.True() : Predicate.never();
    }
    if (startsConstant()) {
      return constantFirst(negated);
    }
    Attribute attribute = attribute();
    return test(attribute, negated);
  }

  private Predicate constantFirst(boolean negated) {
    TypeKind declared = declaredType();
    Token constant = take();
    Token operator = take();
    if (!operator.isComparison()) {
      throw error(operator, "expected a comparison after a constant, found " + operator.shown());
    }
    if (startsConstant()) {
      throw error(peek(), "expected an attribute to compare the constant with");
    }
    Attribute attribute = attribute();
    Comparison mirrored = operator.comparison().mirrored();
    KeyRanges ranges = constants.read(constant, declared, attribute).compared(mirrored);
    return leaf(attribute, ranges, negated);
  }

  private Predicate test(Attribute attribute, boolean negated) {
    Token operator = peek();
    if (operator.isComparison()) {
      next++;
      return leaf(attribute, constant(attribute).compared(operator.comparison()), negated);
    }
    if (takeWord("IS")) {
      boolean isNull = !takeWord("NOT");
      if (!takeWord("NULL")) {
        throw error(peek(), "expected NULL or NOT NULL after IS, found " + peek().shown());
      }
      return isNull != negated
          ? new Predicate.InRanges(attribute, KeyRanges.none(), true)
          : new Predicate.InRanges(attribute, KeyRanges.all(), false);
    }
    boolean flipped = takeWord("NOT") != negated;
    if (takeWord("BETWEEN")) {
      return leaf(attribute, between(attribute), flipped);
    }
    if (takeWord("IN")) {
      return leaf(attribute, in(attribute), flipped);
    }
    if (takeWord("LIKE")) {
      return leaf(attribute, like(attribute), flipped);
    }
    boolean flag = attribute.type().kind() == TypeKind.BOOLEAN && flipped == negated;
    if (flag) {
      return leaf(attribute, KeyRanges.of(KeyRange.point(Keys.ofLong(1))), negated);
    }
    throw error(
        peek(),
        "expected a comparison, BETWEEN, IN, LIKE or IS after attribute "
            + attribute
            + ", found "
            + peek().shown());
  }

  private KeyRanges between(Attribute attribute) {
    boolean call = takeSymbol("(");
    KeyRanges low = constant(attribute).compared(Comparison.AT_LEAST);
    if (call && !peek().isSymbol(",")) {
      throw error(peek(), "expected a comma between the bounds, found " + peek().shown());
    }
    if (call) {
      next++;
    } else if (!takeWord("AND")) {
      throw error(peek(), "expected AND between the bounds, found " + peek().shown());
    }
    KeyRanges high = constant(attribute).compared(Comparison.AT_MOST);
    if (call) {
      expectSymbol(")", "after the bounds of BETWEEN");
    }
    return low.intersect(high);
  }

  private KeyRanges in(Attribute attribute) {
    expectSymbol("(", "after IN");
    List<KeyRange> points = new ArrayList<>();
    int count = 0;
    do {
      if (++count > MAX_IN_LIST) {
        throw error(peek(), "IN takes at most " + MAX_IN_LIST + " constants");
      }
      points.addAll(constant(attribute).compared(Comparison.EQUAL).ranges());
    } while (takeSymbol(","));
    expectSymbol(")", "after the constants of IN");
    return KeyRanges.of(points);
  }

  private KeyRanges like(Attribute attribute) {
    if (attribute.type().kind() != TypeKind.STRING) {
      throw PredicateException.misfit(
          text,
          peek().offset(),
          "LIKE needs a STRING, attribute " + attribute + " is " + attribute.type());
    }
    Token token = take();
    if (token.kind() != Token.Kind.STRING) {
      throw error(token, "expected a pattern in single quotes, found " + token.shown());
    }
    String pattern = token.text();
    if (peek().isWord("ESCAPE")) {
      throw error(peek(), "ESCAPE is not supported; only patterns like 'abc%' are");
    }
    if (pattern.indexOf('_') >= 0) {
      throw error(token, "the wildcard _ is not supported in LIKE; only patterns like 'abc%' are");
    }
    int wildcard = pattern.indexOf('%');
    if (wildcard >= 0 && !pattern.substring(wildcard).chars().allMatch(c -> c == '%')) {
      throw error(
          token, "the wildcard % is supported only at the end of a LIKE pattern, as in 'abc%'");
    }
    byte[] whole = constants.string(token, attribute);
    if (wildcard < 0) {
      return KeyRanges.of(KeyRange.point(whole));
    }
    return KeyRanges.of(prefix(pattern.substring(0, wildcard)));
  }

  /**
   * The range of texts with a prefix. Both bounds are valid texts, so that the range can be
   * written.
   */
  private static KeyRange prefix(String prefix) {
    byte[] low = prefix.getBytes(StandardCharsets.UTF_8);
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        String high = prefix.substring(0, end) + Character.toString(next);
        return KeyRange.of(low, true, high.getBytes(StandardCharsets.UTF_8), false);
      }
    }
    return KeyRange.atLeast(low);
  }

  private Attribute attribute() {
    Token token = take();
    if (!token.isAttribute()) {
      String hint = token.isReserved() ? "; put names that are key words in double quotes" : "";
      throw error(token, "expected an attribute, found " + token.shown() + hint);
    }
    try {
      return schema.attribute(token.text());
    } catch (SchemaException e) {
      PredicateException located =
          PredicateException.misfit(
              text, token.offset(), e.getMessage() + quotesHint(token.text()));
      located.initCause(e);
      throw located;
    }
  }

  /** A name with blanks ends at the first of them, if no quotes are around it. */
  private String quotesHint(String word) {
    String begin = word.toLowerCase(Locale.ROOT) + " ";
    return schema.attributes().stream()
        .map(Attribute::name)
        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(begin))
        .findFirst()
        .map(name -> "; a name with blanks stands in double quotes: \"" + name + "\"")
        .orElse("");
  }

  private Constant constant(Attribute attribute) {
    if (startsConstant()) {
      TypeKind declared = declaredType();
      return constants.read(take(), declared, attribute);
    }
    Token token = peek();
    if (token.isWord("NULL")) {
      throw error(token, "nothing compares with NULL; write IS NULL or IS NOT NULL");
    }
    if (token.kind() == Token.Kind.POSITION || token.kind() == Token.Kind.QUOTED_NAME) {
      throw error(
          token,
          "expected a constant, found attribute "
              + token.shown()
              + "; comparing attributes is not supported, text stands in single quotes");
    }
    String hint = token.isAttribute() ? "; put text in single quotes" : "";
    throw error(token, "expected a constant, found " + token.shown() + hint);
  }

  private boolean startsConstant() {
    Token token = peek();
    return token.kind() == Token.Kind.STRING
        || token.kind() == Token.Kind.BARE
        || token.isWord("TRUE")
        || token.isWord("FALSE")
        || isTypedLiteral(token);
  }

  private boolean isTypedLiteral(Token token) {
    return (token.isWord("DATE") || token.isWord("TIMESTAMP"))
        && tokens.get(next + 1).kind() == Token.Kind.STRING;
  }

  private TypeKind declaredType() {
    Token token = peek();
    if (!isTypedLiteral(token)) {
      return null;
    }
    next++;
    return token.isWord("DATE") ? TypeKind.DATE : TypeKind.TIMESTAMP;
  }

  private static Predicate leaf(Attribute attribute, KeyRanges ranges, boolean negated) {
    KeyRanges accepted = negated ? ranges.complement() : ranges;
    if (attribute.type().kind() == TypeKind.BOOLEAN) {
      KeyRange no = KeyRange.point(Keys.ofLong(0));
      KeyRange yes = KeyRange.point(Keys.ofLong(1));
      accepted = accepted.intersect(KeyRanges.of(no, yes));
    }
    return accepted.isNone()
        ? Predicate.never()
        : new Predicate.InRanges(attribute, accepted, false);
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = tokens.get(next);
    if (token.kind() != Token.Kind.END) {
      next++;
    }
    return token;
  }

  private boolean takeWord(String word) {
    if (peek().isWord(word)) {
      next++;
      return true;
    }
    return false;
  }

  private boolean takeSymbol(String symbol) {
    if (peek().isSymbol(symbol)) {
      next++;
      return true;
    }
    return false;
  }

  private void expectSymbol(String symbol, String where) {
    if (!takeSymbol(symbol)) {
      throw error(peek(), "expected " + symbol + " " + where + ", found " + peek().shown());
    }
  }

  private PredicateException error(Token token, String reason) {
    return PredicateException.malformed(text, token.offset(), reason);
  }
}
