/**
 * Estimates the intraclass correlation: the correlation of two answers of the same cell (prompt × engine × region). It
 * is 0 if all cells have the same visibility, and 1 if the answers of each cell agree.
 */
import { z } from "zod"
import { latestScans } from "@/domain/answers/project-reads"
import { rows, sql } from "@/prisma/client"

/** With several scans, projects that ask each cell once can be measured, too. */
const scansRead = 4

const cellSums = z.object({
  cells: z.int(),
  answers: z.number(),
  /** Sum of the squared answers of each cell. */
  answersSquared: z.number(),
  mentions: z.number(),
  /** Sum over the cells of mentions² / answers. */
  mentionsSquaredPerAnswer: z.number(),
})
type CellSums = z.infer<typeof cellSums>

/**
 * Returns the intraclass correlation of your brand's mentions in the latest finished scans, from 0 to 1. Only unbranded
 * prompts count. Null if no two answers belong to one cell, or if there are fewer than two cells.
 */
export async function readIntraclassCorrelation(teamId: string, projectId: string): Promise<number | null> {
  const [sums] = await rows(
    cellSums,
    sql`
      with cell as (
        select sum(c.answers)::float8 as answers, coalesce(sum(m.mentioned), 0)::float8 as mentions
        from visibility_cell c
          join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and not p.is_branded
          join ai_brand b on b.team_id = ${teamId} and b.project_id = ${projectId} and b.kind = 'own'
          left join visibility_cell_brand m on m.team_id = ${teamId} and m.scan_id = c.scan_id and m.brand_id = b.id
            and m.prompt_id = c.prompt_id and m.engine_id = c.engine_id and m.region = c.region
        where c.team_id = ${teamId} and c.scan_id in (select id from (${latestScans(teamId, sql`${projectId}`, scansRead)}) s)
        group by c.prompt_id, c.engine_id, c.region)
      select count(*)::int as cells, coalesce(sum(answers), 0) as answers, coalesce(sum(answers ^ 2), 0) as "answersSquared",
        coalesce(sum(mentions), 0) as mentions, coalesce(sum(mentions ^ 2 / answers), 0) as "mentionsSquaredPerAnswer"
      from cell`,
  )
  return intraclassCorrelation(sums as CellSums)
}

/**
 * Estimates the correlation by one-way analysis of variance (Donner, Int. Stat. Rev. 54 (1986), 67-82). An answer
 * counts as 1 if it mentions the brand, otherwise as 0. With cells of n0 answers, the estimate is (between - within) /
 * (between + (n0 - 1) within). Negative estimates become 0. Null as in `readIntraclassCorrelation`, and if all answers
 * agree.
 */
export function intraclassCorrelation(sums: CellSums): number | null {
  const { cells, answers, answersSquared, mentions, mentionsSquaredPerAnswer } = sums
  if (cells < 2 || answers <= cells) return null
  const meanSquareBetween = (mentionsSquaredPerAnswer - mentions ** 2 / answers) / (cells - 1)
  const meanSquareWithin = (mentions - mentionsSquaredPerAnswer) / (answers - cells)
  /** n0: the number of answers per cell, corrected for cells of different size. */
  const answersPerCell = (answers - answersSquared / answers) / (cells - 1)
  const total = meanSquareBetween + (answersPerCell - 1) * meanSquareWithin
  return total > 0 ? Math.max(0, (meanSquareBetween - meanSquareWithin) / total) : null
}
