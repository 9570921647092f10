/**
 * The test kit: seeded random schemas, texts and predicates, and DuckDB as a second opinion on what
 * rows qualify. Shipped as a test jar for the other modules.
 */
package dev.hail.testing;
