/** Stores the position of `listen` (the last event) in a file, so that the next start continues after it. */
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { UserError } from "../user-error"
import { writePrivateFile } from "../write-private-file"

/**
 * `after`: the id of the last event, null when there was no event yet. `keyHash`: identifies the API key that the
 * position belongs to. Missing in files of earlier versions.
 */
type Position = { after: string | null; keyHash?: string }

/** Returns null when the file does not exist. */
export function readPosition(file: string): Position | null {
  if (!existsSync(file)) return null
  const text = asUserError(file, () => readFileSync(file, "utf8"))
  if (/^\{"after":(null|"msg_[0-9A-Z]{26}")(,"keyHash":"[0-9a-f]{64}")?\}\n$/.test(text)) return JSON.parse(text)
  throw new UserError(`${file} was not written by npm run listen. Choose another file with --state.`)
}

/** Writes the position atomically: a crash while writing leaves the previous position. */
export function writePosition(file: string, after: string | null, key: string) {
  const position: Position = { after, keyHash: hashKey(key) }
  asUserError(file, () => writePrivateFile(file, `${JSON.stringify(position)}\n`))
}

export const isWrittenWith = ({ keyHash }: Position, key: string) => keyHash === undefined || keyHash === hashKey(key)

/** A key has 36 random characters, so its hash reveals nothing about it. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("hex")

function asUserError<Result>(file: string, work: () => Result) {
  try {
    return work()
  } catch (error) {
    throw new UserError(
      `Cannot use the file ${file} for the position: ${error instanceof Error ? error.message : error}.`,
    )
  }
}
