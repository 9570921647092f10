// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.fs.FileCopy;
import dev.hail.client.fs.StaleFiles;
import dev.hail.client.fs.TemporaryName;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.step.StepListener;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads text as one HAIL file (thesis, section 3.2). Each block is first written to a file of its
 * own, in a temporary folder beside the destination, and joined in order to those before it. Only
 * the last step gives the file its name, so readers never see a part of it.
 */
public final class Upload {
  private static final Logger LOG = LoggerFactory.getLogger(Upload.class);

  private static final String COMMAND = "put";

  private final Configuration configuration;
  private final UploadRequest request;
  private final StepListener<UploadStep> steps;
  private final UploadProgress progress = new UploadProgress();

  public Upload(Configuration configuration, UploadRequest request) {
    this(configuration, request, StepListener.none());
  }

  /** Makes an upload that reports its steps to a listener. */
  public Upload(
      Configuration configuration, UploadRequest request, StepListener<UploadStep> steps) {
    this.configuration = configuration;
    this.request = request;
    this.steps = steps;
  }

  /** Counters of the upload, which other threads may read while it runs. */
  public UploadProgress progress() {
    return progress;
  }

  /**
   * Runs the upload. When it fails, the destination is as it was before.
   *
   * @throws PathException if the upload is refused or fails for a reason the user can remove
   * @throws IllegalArgumentException if a key has a number that no upload can work with, such as a
   *     replication that the request leaves to the configuration
   * @throws IOException if it fails for another reason
   */
  public UploadSummary run() throws IOException {
    long begin = System.nanoTime();
    checkKeys();
    Destination destination = Destination.check(configuration, request);
    PathException withoutIndex = refuseWithoutIndex(destination);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    staleFiles(user).remove(destination.parent().fileSystem(), destination.parent().path());
    HdfsPath folderPath =
        destination.parent().child(TemporaryName.ofThisProcess(COMMAND).text(user));
    BadRecordLog badRecords = new BadRecordLog(request);
    steps.before(UploadStep.CREATE_FOLDER);
    try (TemporaryFolder folder = TemporaryFolder.create(folderPath)) {
      steps.after(UploadStep.CREATE_FOLDER);
      BlockSender sender = new BlockSender(configuration, destination, steps);
      FileAssembler assembler =
          new FileAssembler(
              destination.parent().fileSystem(),
              request,
              sender,
              folder,
              new FileCopy(configuration, false),
              steps);
      new UploadPipeline(request, destination, sender, folder, assembler, progress, badRecords)
          .run();
      badRecords.finish(destination.target());
      Path whole = assembler.finish();
      IndexResult indexes = checkIndexes(whole, withoutIndex);
      int fewestReplicas =
          ReplicaCount.fewest(destination.parent().fileSystem(), whole, destination.replication());
      assembler.publish(whole, destination.target());
      return new UploadSummary(
          destination.target().path(),
          progress.rows(),
          progress.badRecords(),
          badRecords.examples(),
          assembler.blockCount(),
          progress.textBytes(),
          progress.blockBytes(),
          destination.replication(),
          fewestReplicas,
          Duration.ofNanos(System.nanoTime() - begin),
          indexes.missing(),
          indexes.doubt());
    } catch (RemoteException failure) {
      throw explained(failure.unwrapRemoteException(), destination, folderPath, failure);
    } catch (IOException failure) {
      throw explained(failure, destination, folderPath, failure);
    }
  }

  /** HDFS' client would cut a replication to 16 bits, and both clients divide by sizes of 0. */
  private void checkKeys() {
    NumberKeys.check(configuration, NumberKeys.BYTES_PER_CHECKSUM);
    NumberKeys.check(configuration, HailConfigKeys.PUT_STALE_AFTER);
    if (request.settings().replication() == UploadRequest.FILE_SYSTEM_DEFAULT) {
      NumberKeys.check(configuration, NumberKeys.REPLICATION);
    }
    if (request.settings().blockBytes() == UploadRequest.FILE_SYSTEM_DEFAULT) {
      NumberKeys.check(configuration, NumberKeys.BLOCK_SIZE);
    }
  }

  /** Number of blocks without an index, by attribute, or why the number is unknown. */
  private record IndexResult(Map<Integer, Integer> missing, String doubt) {}

  private PathException refuseWithoutIndex(Destination destination) throws PathException {
    if (request.indexAttributes().isEmpty()) {
      return null;
    }
    PathException problem = new IndexSupport(configuration).problem(destination.target());
    if (problem != null && !request.settings().allowUnindexed()) {
      throw problem;
    }
    return problem;
  }

  private IndexResult checkIndexes(Path whole, PathException withoutIndex) {
    if (withoutIndex != null) {
      return new IndexResult(Map.of(), PathException.firstLine(withoutIndex));
    }
    try {
      OrderCheck check = new OrderCheck(configuration, request.indexAttributes());
      return new IndexResult(check.missing(whole), null);
    } catch (IOException unknown) {
      LOG.debug("Replica directory not asked about {}", whole, unknown);
      return new IndexResult(
          Map.of(), "the replica directory does not answer: " + PathException.firstLine(unknown));
    }
  }

  /**
   * Whether a directory is the temporary folder of an upload, which holds blocks on their way.
   *
   * @param directory the last component of its path
   */
  public static boolean isFolder(String directory) {
    return TemporaryName.isOf(COMMAND, directory);
  }

  private StaleFiles staleFiles(String user) {
    long maxAgeMillis =
        NumberKeys.time(
            configuration,
            HailConfigKeys.PUT_STALE_AFTER,
            HailConfigKeys.PUT_STALE_AFTER_DEFAULT,
            TimeUnit.MILLISECONDS);
    return new StaleFiles(COMMAND, user, maxAgeMillis, Clock.systemUTC());
  }

  /**
   * Says what a failure means for the user.
   *
   * @param thrown the failure as it was thrown, with what closing the folder threw
   */
  private IOException explained(
      IOException failure, Destination destination, HdfsPath folder, IOException thrown)
      throws IOException {
    if (failure instanceof QuotaExceededException quota) {
      return explained(quota, destination);
    }
    if (failure instanceof AccessControlException && !mayWrite(destination.parent())) {
      String rest =
          thrown.getSuppressed().length == 0
              ? ""
              : " That also removes what is left, " + folder + ".";
      return new PathException(
          destination.target(),
          PathException.firstLine(failure),
          "Ask the owner of the directory for write access, and upload again." + rest,
          failure);
    }
    if (failure instanceof FileAlreadyExistsException) {
      return new PathException(
          destination.target(),
          "File exists, made by someone else meanwhile",
          "Give --overwrite to replace it, or another name.",
          failure);
    }
    if (!destination.parent().fileSystem().exists(destination.parent().path())) {
      return new PathException(
          destination.parent(),
          "was renamed or deleted while a file was uploaded to it",
          "Upload again; of what was written so far nothing is left.",
          failure);
    }
    if (failure instanceof FileNotFoundException
        && PathException.firstLine(failure).contains(folder.path().getName())) {
      return new PathException(
          destination.target(),
          "somebody deleted " + folder + ", the folder of this upload",
          "Upload again.",
          failure);
    }
    return failure;
  }

  private static boolean mayWrite(HdfsPath directory) throws IOException {
    try {
      directory.fileSystem().access(directory.path(), FsAction.WRITE_EXECUTE);
    } catch (AccessControlException denied) {
      return false;
    } catch (FileNotFoundException gone) {
      LOG.debug("{} is gone", directory, gone);
    }
    return true;
  }

  /** HDFS' message names the directory that has the quota, the quota and its use. */
  private PathException explained(QuotaExceededException quota, Destination destination) {
    String exceeded = "quota exceeded: " + PathException.firstLine(quota);
    if (quota instanceof NSQuotaExceededException) {
      return new PathException(
          destination.target(),
          exceeded
              + "; an upload needs names for its folder, for the file in it and for each block on its"
              + " way",
          "Raise the quota (hdfs dfsadmin -setQuota), or remove something there.",
          quota);
    }
    long block = destination.blockBytes();
    return new PathException(
        destination.target(),
        String.format(
            Locale.ROOT,
            "%s; each block being written needs %s there (%s x %d replicas), and up to %d are"
                + " written at the same time",
            exceeded,
            size(block * destination.replication()),
            size(block),
            destination.replication(),
            request.settings().streams()),
        "Raise the quota (hdfs dfsadmin -setSpaceQuota), remove something there, or give a smaller"
            + " --block-size or --replication.",
        quota);
  }

  private static String size(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
