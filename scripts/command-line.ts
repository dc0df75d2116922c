/** Parses the command line of the commands in package.json, and prints their help. */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander"

type About = { description: string; examples: string[] }

/** Creates a command with `--help`. `name` is what users type, such as "npm run receive". */
export function commandLine(name: string, { description, examples }: About): Command {
  return new Command(`${name} --`)
    .exitOverride()
    .description(description)
    .helpOption("-h, --help", "print this help and exit")
    .helpCommand(false)
    .configureHelp({ helpWidth: 110 })
    .allowExcessArguments(false)
    .addHelpText("after", examplesText(examples))
}

export const examplesText = (examples: string[]) =>
  `\n${examples.length === 1 ? "Example" : "Examples"}:\n${examples.map((example) => `  ${example}`).join("\n")}`

/** Returns the options, or an exit code: 2 when the command line was wrong, 0 when it asked for help. */
export function parseOptions<Options extends object>(program: Command, args: string[]): Options | number {
  try {
    return program.parse(args, { from: "user" }).opts<Options>()
  } catch (error) {
    return exitCodeOf(error)
  }
}

/**
 * Runs the action of a subcommand. Returns the exit code that the action passed to `setExitCode`, or 2 or 0 as
 * `parseOptions` does.
 */
export async function runSubcommand(
  commandsOf: (setExitCode: (exitCode: number) => void) => Command,
  args: string[],
): Promise<number> {
  let exitCode = 0
  const program = commandsOf((code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(args, { from: "user" })
    return exitCode
  } catch (error) {
    return exitCodeOf(error)
  }
}

/** Parses an option that is a positive whole number, such as `--rows 1000`. */
export function parseCount(text: string) {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError("It must be a whole number of at least 1.")
}

/** The option by which commands find an installation. */
export const dataDirOption = () =>
  new Option("--data-dir <folder>", "the data folder of npm start (default: .data, or SIGNALBOX_DATA_DIR)")

function exitCodeOf(error: unknown) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  throw error
}
