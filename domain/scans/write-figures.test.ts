import { expect, it } from "vitest"
import { importAnswers } from "@/domain/ai-visibility/import-answers"
import type { TeamFacts } from "@/domain/context"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { writeFigures } from "./write-figures"

/** A scan with two prompts of two topics on two engines, asked twice; the third prompt names the own brand. */
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

it("rollups of parts add up to the whole, and the whole is what the answers say", async () => {
  const team = await freshTeam()
  const { scan_id } = await scan(team)
  await inTeam(team.id, async () => {
    const rollups = await prisma.aiMetricRollup.findMany({ where: { team_id: team.id } })
    const sum = (of: typeof rollups, field: "answers_n" | "mentioned_n" | "rank_sum" | "citations_own_n" | "cells_n") =>
      of.reduce((total, r) => total + r[field], 0)
    const whole = rollups.filter((r) => !r.engine_id && !r.topic_id)
    for (const all of whole) {
      const same = rollups.filter((r) => r.brand_id === all.brand_id && r.prompt_scope === all.prompt_scope)
      for (const field of ["answers_n", "mentioned_n", "rank_sum", "citations_own_n", "cells_n"] as const) {
        expect(
          sum(
            same.filter((r) => r.engine_id && !r.topic_id),
            field,
          ),
        ).toBe(all[field])
        expect(
          sum(
            same.filter((r) => !r.engine_id && r.topic_id),
            field,
          ),
        ).toBe(all[field])
        expect(
          sum(
            same.filter((r) => r.engine_id && r.topic_id),
            field,
          ),
        ).toBe(all[field])
      }
    }
    const counted = await rows<{ scope: string; answers: number; mentions: number }>(sql`
      select case when p.is_branded then 'branded' else 'unbranded' end as scope, count(distinct a.id) as answers, count(m.brand_id) as mentions
      from answer a join ai_prompt p on p.id = a.prompt_id left join mention m on m.answer_id = a.id where a.scan_id = ${scan_id} group by 1`)
    for (const { scope, answers, mentions } of counted) {
      const own = whole.filter((r) => r.prompt_scope === scope)
      expect(own.map((r) => r.answers_n)).toEqual([answers, answers])
      expect(own.map((r) => r.brand_mentions_total_n)).toEqual([mentions, mentions])
      expect(sum(own, "mentioned_n")).toBe(mentions)
    }
    expect(whole).toHaveLength(6) // two brands, three scopes
  })
})

it("writing the figures of a scan again changes nothing", async () => {
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
