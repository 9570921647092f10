package dev.hail.client.pseudo;

import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.Publication;
import java.io.IOException;

/** The budget of a file or of the cluster has no room for another pseudo replica. */
public final class NoRoomException extends IOException {
  private static final long serialVersionUID = 1;

  NoRoomException(Publication publication) {
    super(
        "There is no room for an index of "
            + publication.path()
            + " by attribute "
            + publication.sortAttribute()
            + ": "
            + HailConfigKeys.ADAPTIVE_BUDGET_FILE
            + " or "
            + HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER
            + " of the namenode is reached, and the indexes there are were in use lately or are worth"
            + " more. Drop one with `hail index drop', or raise the budget");
  }
}
