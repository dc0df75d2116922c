/** Writes everything that is counted once per scan. Runs in the transaction that ends the scan or finishes its recount. Idempotent. */
import type { Prisma } from "@/prisma/client"
import { countSources } from "./count-sources"
import { writeAsked } from "./write-asked"
import { type ScanRef, writeVisibility } from "./write-visibility"

export type { ScanRef } from "./write-visibility"

export async function writeMetrics(tx: Prisma.TransactionClient, scan: ScanRef) {
  await writeVisibility(tx, scan)
  await countSources(tx, scan)
  await writeAsked(tx, scan)
}
