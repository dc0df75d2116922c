/** Reads the options of a command of ours. */
import { type Command, CommanderError } from "commander"

/** The options, or the exit code when the command line was wrong (2) or only asked for help (0). */
export function parsed<Options extends object>(program: Command, args: string[]): Options | number {
  try {
    return program.parse(args, { from: "user" }).opts<Options>()
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}
