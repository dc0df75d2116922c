/** Schemas of rows that many statements return. */
import { z } from "zod"

export const idRow = z.object({ id: z.string() })
export const teamIdRow = z.object({ team_id: z.string() })
export const countRow = z.object({ count: z.int() })
