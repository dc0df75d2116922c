/** Stores the position of `listen` (the last event) in a file, so that the next start continues after it. */
import { existsSync, readFileSync } from "node:fs"
import { UserError } from "../user-error"
import { writePrivateFile } from "../write-private-file"

/** Returns the id of the last event, null when there was no event yet, or undefined when the file does not exist. */
export function readPosition(file: string): string | null | undefined {
  if (!existsSync(file)) return undefined
  const text = asUserError(file, () => readFileSync(file, "utf8"))
  const [, position] = /^\{"after":(null|"msg_[0-9A-Z]{26}")\}\n$/.exec(text) ?? []
  if (position) return JSON.parse(position)
  throw new UserError(`${file} was not written by npm run listen. Choose another file with --state.`)
}

/** Writes the position atomically: a crash while writing leaves the previous position. */
export function writePosition(file: string, after: string | null) {
  asUserError(file, () => writePrivateFile(file, `${JSON.stringify({ after })}\n`))
}

function asUserError<Result>(file: string, work: () => Result) {
  try {
    return work()
  } catch (error) {
    throw new UserError(
      `Cannot use the file ${file} for the position: ${error instanceof Error ? error.message : error}.`,
    )
  }
}
