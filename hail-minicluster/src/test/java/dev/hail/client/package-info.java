/** Tests of the client and the {@code hail} command against a real cluster. */
package dev.hail.client;
