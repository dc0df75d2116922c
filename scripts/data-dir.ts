/** Where an installation keeps its database, its keys and its logs. */
import { mkdirSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import { explainFileError } from "./plain-failure"

/** A relative path counts from the folder in which npm was called, not from the project's. */
export function resolveDataDir(given = process.env["SIGNALBOX_DATA_DIR"]) {
  return given ? resolve(process.env["INIT_CWD"] ?? ".", given) : resolve(".data")
}

/** Makes the folder when it is missing. Others may pass through, to the cluster that Postgres's account owns. */
export function openFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return realpathSync(dataDir)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}
