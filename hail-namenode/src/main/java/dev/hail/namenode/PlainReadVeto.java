// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.format.value.Excerpt;
import dev.hail.protocol.CallerMark;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AuthorizationContext;
import org.apache.hadoop.log.LogThrottlingHelper;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses to tell plain clients where the blocks of a HAIL file are, or only counts such calls. A
 * plain client goes on in another replica when a datanode fails, and there the rows have another
 * order. HAIL's readers carry {@link CallerMark}.
 */
final class PlainReadVeto implements Veto {
  private static final Logger LOG = LoggerFactory.getLogger(PlainReadVeto.class);
  private static final long LOG_MILLIS = 10_000;

  /** What is done about a plain client. */
  enum Mode {
    REFUSE,
    WARN,
    ALLOW
  }

  private final Mode mode;
  private final Set<String> exemptUsers;
  private final String separator;
  private final LongAdder refused = new LongAdder();
  private final LongAdder warned = new LongAdder();
  private final LogThrottlingHelper rarely = new LogThrottlingHelper(LOG_MILLIS);

  PlainReadVeto(Mode mode, Set<String> exemptUsers, String separator) {
    this.mode = mode;
    this.exemptUsers = Set.copyOf(exemptUsers);
    this.separator = separator;
  }

  /**
   * The veto that a configuration asks for.
   *
   * @throws IllegalArgumentException if the mode is none of the three
   */
  static PlainReadVeto of(Configuration conf) {
    String mode =
        conf.getTrimmed(
            HailConfigKeys.NAMENODE_PLAIN_READS, HailConfigKeys.NAMENODE_PLAIN_READS_DEFAULT);
    return new PlainReadVeto(
        Arrays.stream(Mode.values())
            .filter(known -> known.name().equals(mode.toUpperCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        HailConfigKeys.NAMENODE_PLAIN_READS
                            + " is "
                            + mode
                            + ", and must be refuse, warn or allow")),
        Set.copyOf(
            conf.getTrimmedStringCollection(HailConfigKeys.NAMENODE_PLAIN_READS_EXEMPT_USERS)),
        conf.get(
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SEPARATOR_KEY,
            CommonConfigurationKeysPublic.HADOOP_CALLER_CONTEXT_SEPARATOR_DEFAULT));
  }

  /**
   * HDFS calls it "open" whenever it gives away the places of blocks and the tokens to read them.
   */
  @Override
  public boolean concerns(AuthorizationContext context) {
    return mode != Mode.ALLOW
        && "open".equals(context.getOperationName())
        && !CallerMark.isIn(context.getCallerContext(), separator)
        && !exemptUsers.contains(context.getCallerUgi().getShortUserName());
  }

  /** A file that is opened by its path handle is granted that way, with the tokens to read it. */
  @Override
  public boolean coversCheckOfWay() {
    return true;
  }

  @Override
  public void check(AuthorizationContext context) throws AccessControlException {
    if (mode == Mode.WARN) {
      warned.increment();
      warn(context);
      return;
    }
    refused.increment();
    throw new AccessControlException(
        String.format(
            Locale.ROOT,
            "open of %s is refused: it is a HAIL file, whose replicas hold the same rows in different"
                + " orders; a plain client that changes the replica would mix them. Read it with"
                + " `hail cat' or HailInputFormat, copy it as hail://NAMENODE%s. An administrator can"
                + " allow plain clients: %s",
            context.getPath(),
            context.getPath(),
            HailConfigKeys.NAMENODE_PLAIN_READS));
  }

  private synchronized void warn(AuthorizationContext context) {
    if (rarely.record().shouldLog()) {
      LOG.warn(
          "User {} opened HAIL file {} with a plain client, which may mix the row orders of two"
              + " replicas. {}=refuse would refuse it; PlainReadsWarned counts all of them",
          context.getCallerUgi().getShortUserName(),
          Excerpt.line(context.getPath()),
          HailConfigKeys.NAMENODE_PLAIN_READS);
    }
  }

  Mode mode() {
    return mode;
  }

  /** Calls refused since the start. */
  long refused() {
    return refused.sum();
  }

  /** Calls that passed with a warning since the start. */
  long warned() {
    return warned.sum();
  }
}
