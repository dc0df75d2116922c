/** Progress of a recount: its scan, the last answer done, and the version of the brands. */
import { type Prisma, sql } from "@/prisma/client"

export type Reading = {
  team_id: string
  project_id: string
  scan_id: string
  version: number
  /** "" before the first answer of the scan. */
  after_answer: string
}

/** Locks the recount for this transaction. Returns false when another worker has advanced it or the brands changed again. */
export async function lockRecount(tx: Prisma.TransactionClient, reading: Reading): Promise<boolean> {
  const { team_id, project_id, scan_id, version, after_answer } = reading
  const [held] = await tx.$queryRaw<{ scan_id: string | null; after_answer: string }[]>(sql`
    select scan_id, after_answer from ai_recount
    where team_id = ${team_id} and project_id = ${project_id} and version = ${version} and finished_at is null for update`)
  if (!held) return false
  return held.scan_id === null ? after_answer === "" : held.scan_id === scan_id && held.after_answer === after_answer
}
