/** Where `listen` has got to, kept in a file so that the next start goes on from there. */
import { existsSync, readFileSync } from "node:fs"
import { PlainFailure } from "../plain-failure"
import { writePrivately } from "../write-privately"

/** The last event that was handed out; null: there was none yet; undefined: there is no such file. */
export function readPosition(file: string): string | null | undefined {
  if (!existsSync(file)) return undefined
  const text = orPlainFailure(file, () => readFileSync(file, "utf8"))
  const [, written] = /^\{"after":(null|"msg_[0-9A-Z]{26}")\}\n$/.exec(text) ?? []
  if (written) return JSON.parse(written)
  throw new PlainFailure(`${file} is not a position that listen wrote: name another file.`)
}

/** Whole or not at all: an end in the middle of writing leaves the position before. */
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
