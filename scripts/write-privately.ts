/** Writes a file that only its owner may read, whole or not at all. */
import { renameSync, writeFileSync } from "node:fs"

export function writePrivately(path: string, content: string) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}
