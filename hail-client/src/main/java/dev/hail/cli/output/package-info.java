/** Rows as bytes for other programs: delimited text, JSON lines, an Arrow stream. */
package dev.hail.cli.output;
