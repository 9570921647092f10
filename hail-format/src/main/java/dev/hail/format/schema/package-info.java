/** Attributes, their types, and the schema of a HAIL file as short SQL text. */
package dev.hail.format.schema;
