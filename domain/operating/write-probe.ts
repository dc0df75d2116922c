/** Whether the database takes writes. A replica, a full disk and `default_transaction_read_only` answer reads and nothing else. */
import { randomBytes } from "node:crypto"
import { databaseFailure } from "@/domain/database-failure"
import { processWide } from "@/domain/process-wide"
import { rows, sql } from "@/prisma/client"

const probe = () =>
  processWide("write-probe", () => ({
    writtenAt: Number.NEGATIVE_INFINITY,
    running: undefined as Promise<void> | undefined,
  }))

/** Null, or the reason why it takes none. A success counts for ten seconds, and of several callers only one writes. */
export async function writeTrouble(): Promise<string | null> {
  const last = probe()
  if (performance.now() - last.writtenAt < successCountsMs) return null
  last.running ??= writeProbe().finally(() => {
    last.running = undefined
  })
  try {
    await last.running
    return null
  } catch (error) {
    if (databaseFailure(error) === "away") throw error
    return reasons[(error as { code?: string }).code ?? ""] ?? "the database does not take writes"
  }
}

const reasons: Record<string, string> = {
  "25006": "the database is read-only: it is a replica, or default_transaction_read_only is on",
  "53100": "the database's disk is full",
}

/** Writes one row. Throws what Postgres answers when it takes no writes. */
export async function writeProbe() {
  await rows(sql`
    insert into write_probe (id, written_at, filling) values (1, now(), ${randomBytes(fillingBytes)})
    on conflict (id) do update set written_at = excluded.written_at, filling = excluded.filling`)
  probe().writtenAt = performance.now()
}

const successCountsMs = 10_000
/** More than a page: a smaller row fits into a page that is there already, also on a full disk. */
const fillingBytes = 10_000
