/** Where a crash test may step in between the steps of a piece of work. */
package dev.hail.step;
