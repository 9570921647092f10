/** Measurements in the one form that every benchmark of HAIL writes: JSON lines. */
package dev.hail.bench.measure;
