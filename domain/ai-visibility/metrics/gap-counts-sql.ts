/** Gap prompts as SQL: those where some competitor's visibility interval lies wholly above the own brand's. */
import { sql } from "@/prisma/client"
import { wilsonHigh, wilsonLow } from "./wilson-sql"

/** Of each group and prompt of `prompt` in which the own brand is counted: is it a gap? */
export const gapsByPrompt = (teamId: string) => sql`
  select g, prompt_id, coalesce(max(${wilsonLow(sql`share`, sql`n`)}) filter (where kind = 'competitor')
    > max(${wilsonHigh(sql`share`, sql`n`)}) filter (where kind = 'own'), false) as is_gap
  from (select p.g, p.prompt_id, b.kind, p.rate / p.cells as share, p.cells ^ 2 / p.inverse as n
    from prompt p join ai_brand b on b.id = p.brand_id and b.team_id = ${teamId} and b.kind in ('own', 'competitor')) shares
  group by g, prompt_id having bool_or(kind = 'own')`

/** Of each group: how many are gaps, of how many. */
export const gapCounts = (teamId: string) => sql`
  select g, (count(*) filter (where is_gap))::int as gaps_n, count(*)::int as gaps_of_n from (${gapsByPrompt(teamId)}) gaps group by g`
