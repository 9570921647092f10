/** Reading HAIL files: which replica, pinned reads of it, and fail-over to another one. */
package dev.hail.client.read;
