/** {@code hail bench}; each benchmark and what benchmarks share has a package of its own. */
package dev.hail.bench;
