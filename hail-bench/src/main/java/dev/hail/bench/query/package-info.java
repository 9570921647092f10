/** {@code hail bench query}: the jobs of the thesis on text, HAIL, Parquet and ORC. */
package dev.hail.bench.query;
