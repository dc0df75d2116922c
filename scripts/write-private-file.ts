/** Writes a file atomically, readable by its owner only. */
import { renameSync, writeFileSync } from "node:fs"

export function writePrivateFile(path: string, content: string) {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}
