/** What a team's scans cost in this calendar month (UTC), and its cap. */
import { z } from "zod"

export const spend = z
  .object({
    cap_usd: z.number().nullable().meta({ description: "The monthly spend cap in US dollars. `null` without a cap." }),
    spent_usd: z.number().meta({ description: "The known cost of this month's scans, in US dollars." }),
    unknown_n: z.int().meta({ description: "The number of billed requests whose price is not known." }),
  })
  .meta({ id: "AiSpend" })

export const exampleSpend = { cap_usd: 200, spent_usd: 41.2, unknown_n: 0 }
