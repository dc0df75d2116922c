/** Finds and creates the data folder of an installation, which contains its database, keys and logs. */
import { mkdirSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import { resolveFromCaller } from "./caller-path"
import { explainFileError } from "./user-error"

/**
 * Resolves `option` (--data-dir) against the folder in which npm was called. Without it, resolves SIGNALBOX_DATA_DIR
 * or .data against the project folder.
 */
export function resolveDataDir(option: string | undefined) {
  return option ? resolveFromCaller(option) : resolve(process.env["SIGNALBOX_DATA_DIR"] || ".data")
}

/** Creates the folder if it is missing. Mode 0711 lets the account that runs Postgres reach the cluster inside. */
export function openFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return realpathSync(dataDir)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}
