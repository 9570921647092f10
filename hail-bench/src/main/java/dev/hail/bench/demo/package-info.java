/** {@code hail demo}: plain Hadoop and HAIL side by side on an embedded cluster. */
package dev.hail.bench.demo;
