import { expect, it } from "vitest"
import { importAnswers } from "@/domain/ai-visibility/import-answers"
import { detailsByCell } from "@/domain/ai-visibility/metrics/cell-details"
import type { TeamFacts } from "@/domain/kernel/context"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { writeFigures } from "./write-figures"

/** A scan with two prompts of two topics on two engines, asked twice. A third prompt names the own brand. */
async function scan(team: TeamFacts) {
  const prompts = ["best headphones", "cheap headphones", "is Bose good?"]
  const lines = prompts.flatMap((prompt, p) =>
    ["chatgpt", "gemini"].flatMap((engine, e) =>
      [1, 2].map((run) => {
        const labelled_brands = (p + e + run) % 2 ? ["Sony", "Bose"] : ["Sony"]
        const sources = run === 1 ? [{ url: "https://bose.com/x" }, { url: "https://x.example" }] : []
        return answerLine({
          prompt,
          engine,
          run,
          labelled_brands,
          response: `${labelled_brands.join(" and ")}.`,
          sources,
        })
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const [found] = await inTeam(team.id, () => prisma.scan.findMany({ where: { team_id: team.id } }))
  const ref = { team_id: team.id, project_id: found?.project_id ?? "", scan_id: found?.id ?? "" }
  await inTeam(team.id, async () => {
    for (const [i, prompt] of prompts.entries()) {
      const id = `top_${i}`.padEnd(30, "0") + team.id.slice(-6)
      await prisma.aiTopic.create({ data: { id, team_id: team.id, project_id: ref.project_id, name: prompt } })
      await prisma.aiPrompt.updateMany({ where: { team_id: team.id, text: prompt }, data: { topic_id: id } })
    }
    await prisma.$transaction((tx) => writeFigures(tx, ref))
  })
  return ref
}

it("writes rollups that match the answers, branded prompts separately", async () => {
  const team = await freshTeam()
  const { scan_id } = await scan(team)
  await inTeam(team.id, async () => {
    const added = await rows<object>(sql`
      select is_branded, engine_id, sum(answers_n) filter (where brand_id = '') as answers, sum(mentioned_n) filter (where brand_id <> '') as mentions,
        sum(citations_n) filter (where brand_id = '') as citations, sum(cited_n) filter (where brand_id <> '') as own
      from ai_metric_rollup group by 1, 2 order by 1, 2`)
    const counted = await rows<object>(sql`
      select p.is_branded, a.engine_id, count(*) as answers, sum((select count(*) from mention m where m.answer_id = a.id)) as mentions,
        sum((select count(*) from citation c where c.answer_id = a.id)) as citations,
        sum((select count(*) from citation c where c.answer_id = a.id and c.brand_id is not null)) as own
      from answer a join ai_prompt p on p.id = a.prompt_id where a.scan_id = ${scan_id} group by 1, 2 order by 1, 2`)
    expect(added).toEqual(counted)
    expect(added).toHaveLength(4)
  })
})

it("encodes the cells of a rollup in the order of its prompts", async () => {
  const team = await freshTeam()
  const ref = await scan(team)
  await inTeam(team.id, async () => {
    for (const [rank, sentiment] of [null, "positive", "negative", "neutral"].entries())
      await prisma.mention.updateMany({ where: { team_id: team.id, rank }, data: { sentiment } })
    await prisma.$transaction((tx) => writeFigures(tx, ref))
    const lists = new Map((await prisma.aiPromptList.findMany()).map((list) => [list.id, list.prompt_ids]))
    const unfolded = (await prisma.aiMetricRollup.findMany()).flatMap((r) => {
      const ids = lists.get(r.prompt_list_id) ?? []
      expect(r.cells).toHaveLength(ids.length)
      const d = detailsByCell(r, Int32Array.from(ids.keys()), ids.length)
      return ids.map((id, i) => {
        const counts = [r.cells.charCodeAt(i) - 48, d.cited[i], d.citations[i], d.top1[i], d.top3[i], d.rank_sum[i]]
        const sums = [d.positive[i], d.neutral[i], d.negative[i], d.prominence_sum[i]?.toFixed(9)]
        return [id, r.engine_id, r.brand_id, ...counts, ...sums, likeness(r.brand_likeness, i)].join(" ")
      })
    })
    const cells = (await prisma.aiCell.findMany()).map((c) => {
      const counts = [c.brand_id ? c.mentioned_n : c.runs_n, c.cited_n, c.citations_n, c.top1_n, c.top3_n, c.rank_sum]
      const sentiments = [c.sentiment_positive_n, c.sentiment_neutral_n, c.sentiment_negative_n]
      const likeness = c.brand_id ? null : c.brand_jaccard
      return [
        c.prompt_id,
        c.engine_id,
        c.brand_id,
        ...counts,
        ...sentiments,
        c.prominence_sum.toFixed(9),
        likeness,
      ].join(" ")
    })
    expect(unfolded.sort()).toEqual(cells.sort())
    expect(unfolded).toHaveLength(18) // 3 prompts x 2 engines x (2 brands + the answers themselves)
  })
})

const likeness = (bytes: Uint8Array | null, cell: number) => bytes && Buffer.from(bytes).readDoubleBE(cell * 8)

it("changes nothing when the metrics of a scan are written again", async () => {
  const team = await freshTeam()
  const ref = await scan(team)
  const state = async () =>
    [...(await prisma.aiCell.findMany()), ...(await prisma.aiMetricRollup.findMany())]
      .map((row) => JSON.stringify(row))
      .sort()
  await inTeam(team.id, async () => {
    const before = await state()
    await prisma.$transaction((tx) => writeFigures(tx, ref))
    expect(await state()).toEqual(before)
  })
})
