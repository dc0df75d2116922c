/** Date filters shared by every list whose items have created_at or updated_at. */
import { z } from "zod"
import { type Sql, sql } from "@/prisma/client"
import { momentInput } from "./fields"

export const createdInput = {
  created_after: momentInput("Only items created at or after this time.").optional(),
  created_before: momentInput("Only items created before this time.").optional(),
}

export const updatedInput = {
  updated_after: momentInput(
    "Only items changed at or after this time. Use it with `sort=updated_at` to follow changes.",
  ).optional(),
}

const input = z.object({ ...createdInput, ...updatedInput })

/** `table` is the alias of the table in the list's statement. */
export function dateConditions(query: z.output<typeof input>, table: Sql): Sql[] {
  const { created_after, created_before, updated_after } = query
  return [
    ...(created_after ? [sql`${table}.created_at >= ${created_after}::timestamptz`] : []),
    ...(created_before ? [sql`${table}.created_at < ${created_before}::timestamptz`] : []),
    ...(updated_after ? [sql`${table}.updated_at >= ${updated_after}::timestamptz`] : []),
  ]
}
