/**
 * Checks whether the database accepts writes. A replica, a database with a full disk, or one with
 * `default_transaction_read_only` can still be read.
 */
import { randomBytes } from "node:crypto"
import { rows, sql } from "@/prisma/client"
import { databaseFailure } from "./database-failure"
import { processWide } from "./process-wide"

const probe = () =>
  processWide("write-probe", () => ({
    writtenAt: Number.NEGATIVE_INFINITY,
    running: undefined as Promise<void> | undefined,
  }))

/**
 * Returns null, or the reason why the database accepts no writes. A success is valid for ten seconds, and concurrent
 * callers share one write.
 */
export async function whyNotWritable(): Promise<string | null> {
  const last = probe()
  if (performance.now() - last.writtenAt < successValidMs) return null
  last.running ??= writeProbe().finally(() => {
    last.running = undefined
  })
  try {
    await last.running
    return null
  } catch (error) {
    if (databaseFailure(error) === "unreachable") throw error
    return reasons[(error as { code?: string }).code ?? ""] ?? "the database is not accepting writes"
  }
}

const reasons: Record<string, string> = {
  "25006": "the database is read-only: it is a replica, or default_transaction_read_only is on",
  "53100": "the database's disk is full",
}

/** Writes one row. Throws the Postgres error when the database accepts no writes. */
export async function writeProbe() {
  await rows(sql`
    insert into write_probe (id, written_at, filling) values (1, now(), ${randomBytes(fillingBytes)})
    on conflict (id) do update set written_at = excluded.written_at, filling = excluded.filling`)
  probe().writtenAt = performance.now()
}

const successValidMs = 10_000
/** More than a page. A smaller row could fit into an existing page even on a full disk. */
const fillingBytes = 10_000
