/** Counts encrypted values by column and by the key that encrypted them. */
import { z } from "zod"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { acrossTeams, raw, rows, sql } from "@/prisma/client"

const sealedCountRow = z.object({ table: z.string(), column: z.string(), key_id: z.string(), count: z.number() })
export type SealedCount = z.infer<typeof sealedCountRow>

/**
 * Across teams: the key ring belongs to the installation. An encrypted value starts with a format byte, the length of
 * its key's id, and that id (domain/security/vault.ts).
 */
export const countSealed = (): Promise<SealedCount[]> =>
  acrossTeams(async () => {
    const counts = Object.values(sealedColumns).map(({ table, column }) => {
      const bytes = raw(column)
      return rows(
        sealedCountRow,
        sql`
          select ${table} as table, ${column} as column, convert_from(substr(${bytes}, 3, get_byte(${bytes}, 1)), 'UTF8') as key_id,
            count(*)::int as count
          from ${raw(table)} where ${bytes} is not null group by 3 order by 3`,
      )
    })
    return (await Promise.all(counts)).flat()
  })
