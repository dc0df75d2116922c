/** Writes a file atomically, readable by its owner only. */
import { renameSync, rmSync, writeFileSync } from "node:fs"

export function writePrivateFile(path: string, content: string) {
  const unfinished = `${path}.${process.pid}`
  try {
    writeFileSync(unfinished, content, { mode: 0o600 })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
