// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A format that is not text in UTF-8, recognized by its first bytes. Each signature holds bytes
 * that no text has, or a second mark that the format demands at a fixed place.
 *
 * @param what what such a file is, to follow "is"
 * @param remedy what the user can do, a sentence in which {@value #FILE} stands for the file
 * @param suffix the suffix by which a codec of Hadoop finds such a file; empty if there is none
 * @param begins tests the first bytes, as text in ISO 8859-1
 */
record FileSignature(String what, String remedy, String suffix, Predicate<String> begins) {
  /** Number of first bytes to look at. */
  static final int HEAD_BYTES = 4096;

  /** Stands for the file in a remedy. */
  static final String FILE = "FILE";

  private static final String PUT = " FILE | hail put ... - DST";
  private static final String AS_CSV = "Write its rows as CSV first, for example with Spark.";

  /** Control characters in the first bytes of a binary format; more than separators of rows. */
  private static final int MANY_CONTROLS = 8;

  /** Letters needed to tell UTF-16 and UTF-32 from values with NUL. */
  private static final int FEWEST_LETTERS = 16;

  private static final List<FileSignature> ALL =
      List.of(
          advised(
              "a HAIL file",
              "`hail cp' copies it, and `hail cat FILE | hail put ... - DST' loads its rows again.",
              bytes("ARROW1\\x00\\x00HAILBLK1")),
          advised("an Arrow file", AS_CSV, bytes("ARROW1\\x00\\x00|\\xff{4}..[\\x00-\\x0f]\\x00")),
          advised("a Parquet file", AS_CSV, bytes("PAR[1E]\\x15")),
          // The second mark is at the end of the file, which a stream does not show.
          advised("an ORC file", AS_CSV, bytes("ORC").and(FileSignature::hasManyControls)),
          advised(
              "an Avro file", AS_CSV, bytes("Obj\\x01.{1,8}?[\\x14\\x16]avro\\.(codec|schema)")),
          advised(
              "an SQLite database",
              "Write a table as CSV: sqlite3 -csv FILE 'SELECT * FROM t' | hail put ... - DST",
              bytes("SQLite format 3\\x00")),
          advised(
              "an office document",
              "Save its sheet as CSV in UTF-8.",
              bytes(
                  "PK\\x03\\x04.{26}(\\[Content_Types\\]|_rels/|docProps/|xl/|mimetypeapplication/)"
                      + "|\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1")),
          unpacked("a zip archive", "unzip -p", "PK(\\x03\\x04|\\x05\\x06|\\x07\\x08)"),
          unpacked("a 7z archive", "7z x -so", "7z\\xbc\\xaf\\x27\\x1c"),
          unpacked("a RAR archive", "unrar p -inul", "Rar!\\x1a\\x07"),
          unpacked("a tar archive", "tar -xOf", "[^\\x00].{99}[0-7 ]{6,7}[ \\x00]{1,2}.{149}ustar"),
          advised(
              "a SequenceFile",
              "Pipe its text: hadoop fs -text" + PUT,
              bytes("SEQ[\\x04-\\x06]").and(FileSignature::namesClass)),
          compressed("gzip", ".gz", "\\x1f\\x8b\\x08[\\x00-\\x1f]"),
          compressed("bzip2", ".bz2", "BZh[1-9](1AY&SY|\\x17rE8P\\x90)"),
          compressed("zstd", ".zst", "\\x28\\xb5\\x2f\\xfd|[\\x50-\\x5f]\\x2a\\x4d\\x18"),
          unpacked("compressed by xz", "xz -dc", "\\xfd7zXZ\\x00"),
          unpacked("compressed by lz4", "lz4 -dc", "\\x04\\x22\\x4d\\x18"),
          unpacked("compressed by compress", "gzip -dc", "\\x1f\\x9d[\\x89-\\x90]"),
          converted("UTF-32", bytes("\\xff\\xfe\\x00\\x00|\\x00\\x00\\xfe\\xff")),
          converted("UTF-16", bytes("\\xff\\xfe|\\xfe\\xff")),
          unmarked("UTF-32LE"),
          unmarked("UTF-32BE"),
          unmarked("UTF-16LE"),
          unmarked("UTF-16BE"));

  /**
   * Finds the format of a file.
   *
   * @param head the first {@link #HEAD_BYTES} bytes, or all if the file is shorter
   * @return empty if the file may be text
   */
  static Optional<FileSignature> of(byte[] head) {
    String latin1 = new String(head, StandardCharsets.ISO_8859_1);
    return ALL.stream().filter(each -> each.begins.test(latin1)).findFirst();
  }

  /** Returns the signature of the files that a codec finds by a suffix; empty if it has none. */
  static Optional<FileSignature> ofSuffix(String suffix) {
    return suffix.isEmpty()
        ? Optional.empty()
        : ALL.stream().filter(each -> each.suffix.equals(suffix)).findFirst();
  }

  private static FileSignature advised(String what, String remedy, Predicate<String> begins) {
    return new FileSignature(what, remedy, "", begins);
  }

  private static FileSignature unpacked(String what, String command, String regex) {
    return advised(what, "Pipe its text: " + command + PUT, bytes(regex));
  }

  private static FileSignature compressed(String tool, String suffix, String regex) {
    return new FileSignature(
        "compressed by " + tool,
        "Give it the suffix: mv FILE FILE" + suffix + "; or pipe its text: " + tool + " -dc" + PUT,
        suffix,
        bytes(regex));
  }

  private static FileSignature converted(String charset, Predicate<String> begins) {
    return advised(
        "text in " + charset, "Pipe it in UTF-8: iconv -f " + charset + " -t UTF-8" + PUT, begins);
  }

  /** Text in wide letters without a byte order mark, if it is mostly ASCII. */
  private static FileSignature unmarked(String name) {
    Charset charset = Charset.forName(name);
    return converted(
        name,
        latin1 -> {
          if (latin1.indexOf('\0') < 0) {
            return false;
          }
          // The last letter may be cut.
          byte[] whole =
              Arrays.copyOf(latin1.getBytes(StandardCharsets.ISO_8859_1), latin1.length() / 4 * 4);
          String text = new String(whole, charset);
          long ascii = text.chars().filter(letter -> letter >= ' ' && letter < 0x7f).count();
          return text.length() >= FEWEST_LETTERS
              && text.indexOf('\0') < 0
              && text.indexOf('\n') >= 0
              && 4 * ascii >= 3L * text.length();
        });
  }

  private static Predicate<String> bytes(String regex) {
    return Pattern.compile("\\A(?:" + regex + ")", Pattern.DOTALL).asPredicate();
  }

  /** Whether the length of a class name, that name and a further length follow the first mark. */
  private static boolean namesClass(String latin1) {
    int begin = 5;
    int end = latin1.length() < begin ? begin : begin + latin1.charAt(begin - 1);
    return latin1.length() > end
        && latin1.substring(begin, end).matches("\\w+(\\.[\\w$]+)+")
        && latin1.charAt(end) >= 1
        && latin1.charAt(end) < 0x80;
  }

  private static boolean hasManyControls(String latin1) {
    return latin1.chars().filter(letter -> letter < ' ').distinct().count() >= MANY_CONTROLS;
  }
}
