/** Progress of a recount: its scan, the last answer done, and the version of the brands. */
import { z } from "zod"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

export type RecountCursor = {
  team_id: string
  project_id: string
  scan_id: string
  version: number
  /** "" before the first answer of the scan. */
  after_answer: string
}

/**
 * Locks the recount for this transaction. Returns false when another worker has advanced it or the brands changed
 * again.
 */
export async function lockRecount(tx: Prisma.TransactionClient, cursor: RecountCursor): Promise<boolean> {
  const { team_id, project_id, scan_id, version, after_answer } = cursor
  const [held] = await rowsIn(
    tx,
    positionRow,
    sql`
      select scan_id, after_answer from ai_recount
      where team_id = ${team_id} and project_id = ${project_id} and version = ${version} and finished_at is null for update`,
  )
  if (!held) return false
  return held.scan_id === null ? after_answer === "" : held.scan_id === scan_id && held.after_answer === after_answer
}

const positionRow = z.object({ scan_id: z.string().nullable(), after_answer: z.string() })
