/** Searches the logs of a test run for secrets, which may be shown only once, to the person who created them. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Returns the kind, file and line of each secret, never the secret itself. */
export function findSecrets(folder: string) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".log"))
  return files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n")
    return lines.flatMap((line, i) => findKinds(line).map((kind) => `${kind} in ${file}, line ${i + 1}`))
  })
}

/** Replaces each secret by its kind. */
export const maskSecrets = (text: string) =>
  Object.entries(patterns).reduce((masked, [kind, pattern]) => masked.replace(pattern, `[${kind}]`), text)

function findKinds(line: string) {
  return Object.entries(patterns)
    .filter(([, pattern]) => line.search(pattern) >= 0)
    .map(([kind]) => kind)
}

const patterns = {
  "an API key": /sbx_(live|test)_[0-9A-Za-z]{36}/g,
  "a webhook secret": /whsec_[0-9A-Za-z+/=]{16,}/g,
  "a password hash": /\$argon2(id|i|d)\$v=\S*/g,
}
