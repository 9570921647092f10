/** Pseudo block replicas: where they lie, what they are called, and how one is made. */
package dev.hail.client.pseudo;
