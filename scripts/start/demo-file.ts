/** Writes <data-dir>/demo.json, which contains the login and API key of the demo team for users and tests. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { DemoAccount } from "@/prisma/seed"
import { writePrivateFile } from "../write-private-file"

export type DemoFile = DemoAccount & { base_url: string }

/**
 * `account`: the account of the demo team if this start created it. Otherwise updates the address in the file, but only
 * with the embedded database, because the file may belong to a different database. Returns null if it writes no file.
 */
export function writeDemoFile(
  dataDir: string,
  baseUrl: string,
  account: DemoAccount | null,
  { isEmbedded }: { isEmbedded: boolean },
): DemoFile | null {
  const path = join(dataDir, "demo.json")
  const isStored = isEmbedded && existsSync(path)
  const knownAccount: DemoAccount | null = account ?? (isStored ? JSON.parse(readFileSync(path, "utf8")) : null)
  if (!knownAccount) return null
  const demo = { ...knownAccount, base_url: baseUrl }
  writePrivateFile(path, `${JSON.stringify(demo, null, 2)}\n`)
  return demo
}
