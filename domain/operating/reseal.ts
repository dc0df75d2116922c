/** Re-encrypts all stored secrets with the first key of the ring, so that an older key can be removed from the ring. */
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { type SealedColumn, sealedColumns } from "@/domain/security/sealed-columns"
import { resealIfOutdated } from "@/domain/security/vault"
import { acrossTeams, empty, join, raw, rows, sql } from "@/prisma/client"

/** `undecryptable`: values that no key of the ring decrypts. They stay unchanged. */
export type ResealCounts = { resealed: number; undecryptable: number }

/**
 * Across teams: the key ring belongs to the installation. Running it twice at the same time or stopping it halfway is
 * safe.
 */
export const reseal = ({ pageSize = 500 } = {}): Promise<ResealCounts> =>
  acrossTeams(async () => {
    const counts = { resealed: 0, undecryptable: 0 }
    for (const column of Object.values(sealedColumns)) await resealColumn(column as SealedColumn<Row>, pageSize, counts)
    return counts
  })

const keyValue = z.union([z.string(), z.int()])
type Row = Record<string, z.infer<typeof keyValue>>
/** The encrypted value, the columns of the primary key, and the columns that the associated data needs. */
const sealedRow = z.object({ sealed_content: z.instanceof(Buffer) }).catchall(keyValue)
type SealedRow = z.infer<typeof sealedRow>

async function resealColumn(described: SealedColumn<Row>, pageSize: number, counts: ResealCounts) {
  const { table, column, key, associatedColumns, associatedData } = described
  const keyTuple = raw(`(${key.join(", ")})`)
  const tupleOf = (row: Row) => sql`(${join(key.map((name) => row[name]))})`
  const columns = raw([...new Set([...key, ...associatedColumns])].join(", "))
  let last: SealedRow | undefined
  do {
    const page: SealedRow[] = await rows(
      sealedRow,
      sql`
        select ${columns}, ${raw(column)} as sealed_content from ${raw(table)}
        where ${raw(column)} is not null ${last ? sql`and ${keyTuple} > ${tupleOf(last)}` : empty}
        order by ${raw(key.join(", "))} limit ${pageSize}`,
    )
    for (const row of page) {
      const resealed = resealOrReport(described, row, associatedData(row))
      if (resealed === "undecryptable") counts.undecryptable++
      if (!resealed || resealed === "undecryptable") continue
      // Skips a row that was written in the meantime: it is already encrypted with the new key.
      await rows(sql`update ${raw(table)} set ${raw(column)} = ${Buffer.from(resealed)}
        where ${keyTuple} = ${tupleOf(row)} and ${raw(column)} = ${row.sealed_content}`)
      counts.resealed++
    }
    last = page.length < pageSize ? undefined : page.at(-1)
  } while (last)
}

/** Returns null when the value is already encrypted with the first key. Logs a value that cannot be decrypted. */
function resealOrReport(
  { table, key }: SealedColumn<Row>,
  row: SealedRow,
  associatedData: Parameters<typeof resealIfOutdated>[1],
) {
  try {
    return resealIfOutdated(row.sealed_content, associatedData)
  } catch (error) {
    const id = key.map((name) => row[name]).join("/")
    log.error(
      { err: error, table, id },
      "could not re-encrypt a stored secret; SIGNALBOX_ENCRYPTION_KEYS may lack its key",
    )
    return "undecryptable"
  }
}
