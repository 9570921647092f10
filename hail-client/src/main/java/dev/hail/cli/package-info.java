/** The {@code hail} command: its frame and the subcommands that need no more than a client. */
package dev.hail.cli;
