// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.NamedStream;
import dev.hail.cli.output.ReaderGoneException;
import dev.hail.conf.HailConfiguration;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.CallerContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code hail} command. {@link ServiceLoader} finds the subcommands, so each module brings its
 * own. Exit codes: 0 done, 1 failed, 2 usage.
 */
public final class HailCli {
  private static final int USAGE = 2;

  /** What the namenode's audit log calls the caller; Hadoop's own tools have the same name. */
  private static final String CALLER = "CLI";

  /** Columns of help without a terminal; the examples fit into it. */
  private static final int HELP_WIDTH = 100;

  private final InputStream in;
  private final NamedStream bytes;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  private final Configuration configuration;

  private HailCli(
      Configuration configuration,
      InputStream in,
      OutputStream out,
      PrintStream err,
      boolean terminal) {
    this.configuration = configuration;
    this.in = in;
    this.bytes = NamedStream.standardOutput(out);
    this.out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    this.err = err;
    this.terminal = terminal;
  }

  public static void main(String[] args) throws Exception {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    boolean terminal = standardErrorIsTerminal();
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    Optional<String> undecoded = PlatformCharset.ofThisProcess().problem(args);
    if (undecoded.isPresent()) {
      err.println("hail: " + undecoded.get());
      System.exit(USAGE);
    }
    int code = 1;
    try {
      code = run(HailConfiguration.load(), System.in, out, err, terminal, args);
    } catch (Throwable failure) {
      // Threads of an embedded cluster would keep the process alive after its main thread ended.
      err.println("hail: " + Failures.describe(failure));
      HadoopFailure.of(failure)
          .map(HadoopFailure::remedy)
          .filter(remedy -> !remedy.isEmpty())
          .ifPresent(remedy -> err.println("  " + remedy));
    }
    System.exit(code);
  }

  /**
   * Runs one command inside this process.
   *
   * @param configuration copied, so that options of this command do not reach others
   * @param err not a terminal, so there is no progress unless asked for
   * @return the exit code
   */
  public static int run(
      Configuration configuration,
      InputStream in,
      OutputStream out,
      PrintStream err,
      String... args)
      throws Exception {
    HailConfiguration.addResources();
    return run(new Configuration(configuration), in, out, err, false, args);
  }

  private static int run(
      Configuration configuration,
      InputStream in,
      OutputStream out,
      PrintStream err,
      boolean terminal,
      String... args)
      throws Exception {
    if (CallerContext.getCurrent() == null) {
      CallerContext.setCurrent(new CallerContext.Builder(CALLER).build());
    }
    return new HailCli(configuration, in, out, err, terminal).run(args);
  }

  private int run(String[] args) {
    Root root = new Root();
    CommandLine line = commandLine(root);
    line.setExecutionStrategy(parsed -> execute(root.generic, parsed));
    line.setParameterExceptionHandler((problem, unused) -> usageProblem(problem));
    int code;
    try {
      code = line.execute(args);
    } finally {
      out.flush();
      err.flush();
    }
    return code == 0 && bytes.failure().isPresent() ? outputLost(line) : code;
  }

  /** Reports results that nobody got. {@link PrintStream} says nothing of them. */
  private int outputLost(CommandLine line) {
    CommandLine last = line;
    while (last.getParseResult().hasSubcommand()) {
      last = last.getParseResult().subcommand().commandSpec().commandLine();
    }
    err.println(last.getCommandSpec().qualifiedName() + ": " + bytes.failure().get().getMessage());
    return 1;
  }

  /**
   * Java can only tell whether input and output together are a terminal. Linux knows about standard
   * error alone; without its answer there is no terminal.
   */
  private static boolean standardErrorIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  /**
   * A parser of the options of {@link Root} and of the commands of all modules, in order of name.
   */
  static CommandLine parser(Root root) {
    CommandLine line = new CommandLine(root);
    List<CommandLine> commands = new ArrayList<>();
    for (HailCommand command : ServiceLoader.load(HailCommand.class)) {
      commands.add(new CommandLine(command));
    }
    commands.sort(Comparator.comparing(CommandLine::getCommandName));
    for (CommandLine command : commands) {
      line.addSubcommand(command);
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // `@2' is an attribute and `@data.csv' a source, whatever files lie in the folder.
    line.setExpandAtFiles(false);
    return line;
  }

  private CommandLine commandLine(Root root) {
    CommandLine line = parser(root);
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(terminal ? Ansi.AUTO : Ansi.OFF));
    line.setUsageHelpWidth(HELP_WIDTH);
    line.setUsageHelpAutoWidth(terminal);
    abbreviateSynopsis(line);
    return line;
  }

  /** Shortens the synopsis: all options in it would hide the arguments, and they follow below. */
  private static void abbreviateSynopsis(CommandLine line) {
    line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    line.getSubcommands().values().forEach(HailCli::abbreviateSynopsis);
  }

  private int execute(GenericOptions generic, ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine line = last.commandSpec().commandLine();
    if (CommandLine.printHelpIfRequested(parsed)) {
      return 0;
    }
    if (!(last.commandSpec().userObject() instanceof HailCommand command)) {
      line.usage(err);
      return USAGE;
    }
    CommandContext context =
        new CommandContext(
            configuration,
            in,
            out,
            bytes,
            err,
            last.commandSpec().qualifiedName(),
            terminal,
            generic.verbose);
    try {
      generic.applyTo(configuration);
      return command.run(context);
    } catch (ReaderGoneException enough) {
      return 0;
    } catch (CommandLineProblem problem) {
      return usageProblem(new ParameterException(line, problem.getMessage(), problem));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      err.println(context.command() + ": interrupted");
      return 1;
    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError failure) {
      context.report(failure);
      return 1;
    }
  }

  private int usageProblem(ParameterException problem) {
    String command = problem.getCommandLine().getCommandSpec().qualifiedName();
    boolean hasSubcommands = !problem.getCommandLine().getSubcommands().isEmpty();
    if (hasSubcommands
        && problem instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()) {
      err.println(command + ": there is no command " + unmatched.getUnmatched().get(0));
      err.println(
          "  The commands are "
              + String.join(", ", problem.getCommandLine().getSubcommands().keySet())
              + "; `"
              + command
              + " COMMAND --help' explains one.");
      return USAGE;
    }
    err.println(command + ": " + problem.getMessage());
    err.println("  `" + command + " --help' shows options and examples.");
    return USAGE;
  }

  /** The command without a subcommand. */
  @Command(
      name = "hail",
      synopsisSubcommandLabel = "COMMAND",
      description = {
        "Text in, differently sorted and indexed HDFS replicas out, and queries that use them.",
        ""
      },
      footer = {
        "",
        "Start here:",
        "  hail put --schema visits.sql --index visitDate,sourceIP visits.txt /data/visits",
        "  hail cat --filter \"visitDate = '1999-01-01'\" --project sourceIP /data/visits",
        "  hail COMMAND --help"
      })
  static final class Root {
    @Mixin final GenericOptions generic = new GenericOptions();
  }
}
