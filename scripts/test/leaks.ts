/** Looks for secrets in what a test run wrote down: they are shown once to the person who made them, and nowhere else. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Where a secret stands and of which kind it is; never the secret itself. */
export function secretsIn(folder: string) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".log"))
  return files.flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n")
    return lines.flatMap((line, i) => kindsIn(line).map((kind) => `${kind} in ${file}, line ${i + 1}`))
  })
}

function kindsIn(line: string) {
  return Object.entries(patterns)
    .filter(([, pattern]) => pattern.test(line))
    .map(([kind]) => kind)
}

const patterns = {
  "an API key": /sbx_(live|test)_[0-9A-Za-z]{36}/,
  "a webhook secret": /whsec_[0-9A-Za-z+/=]{16}/,
  "a password hash": /\$argon2(id|i|d)\$v=/,
}
