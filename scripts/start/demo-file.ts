/** Writes <data-dir>/demo.json, which contains the login and API key of the demo team for users and tests. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { DemoAccount } from "@/prisma/seed"
import { writePrivateFile } from "../write-private-file"

export type DemoFile = DemoAccount & { base_url: string }

/**
 * `account` is set only by the start that seeded the demo team. Later starts of the embedded database update the
 * address. Null when there is no demo team, and with another database, because the file may belong to a different one.
 */
export function writeDemoFile(
  dataDir: string,
  baseUrl: string,
  account: DemoAccount | null,
  { isEmbedded }: { isEmbedded: boolean },
): DemoFile | null {
  const path = join(dataDir, "demo.json")
  const hasFile = isEmbedded && existsSync(path)
  const known: DemoAccount | null = account ?? (hasFile ? JSON.parse(readFileSync(path, "utf8")) : null)
  if (!known) return null
  const demo = { ...known, base_url: baseUrl }
  writePrivateFile(path, `${JSON.stringify(demo, null, 2)}\n`)
  return demo
}
