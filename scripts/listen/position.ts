/** Stores the position of `listen` (the last event) in a file, so that the next start continues after it. */
import { existsSync, readFileSync } from "node:fs"
import { PlainFailure } from "../plain-failure"
import { writePrivately } from "../write-privately"

/** Returns the id of the last event, null when there was no event yet, or undefined when the file does not exist. */
export function readPosition(file: string): string | null | undefined {
  if (!existsSync(file)) return undefined
  const text = orPlainFailure(file, () => readFileSync(file, "utf8"))
  const [, written] = /^\{"after":(null|"msg_[0-9A-Z]{26}")\}\n$/.exec(text) ?? []
  if (written) return JSON.parse(written)
  throw new PlainFailure(`${file} is not a position that listen wrote: name another file.`)
}

/** Writes the position atomically: a crash while writing leaves the previous position. */
export function keepPosition(file: string, after: string | null) {
  orPlainFailure(file, () => writePrivately(file, `${JSON.stringify({ after })}\n`))
}

function orPlainFailure<Result>(file: string, work: () => Result) {
  try {
    return work()
  } catch (error) {
    throw new PlainFailure(`The position cannot be kept in ${file}: ${error instanceof Error ? error.message : error}.`)
  }
}
