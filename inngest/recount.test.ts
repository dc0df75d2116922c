/** Tests that earlier answers are re-extracted in the background, and that a kill -9 loses no progress. */
import pg from "pg"
import { expect, it } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { listSuggestedBrands } from "@/domain/ai-projects/brands/list-suggested-brands"
import { getProject } from "@/domain/ai-projects/get-project"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { printMeasurement, sized } from "@/domain/testing/size"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { backgroundProcess, backgroundWork, triggerCron } from "./testing/background"

ownDatabase()

const text =
  "**Sony WH-1000XM5**: quiet, and comfortable all day.\n\n**Bose 700**: close behind, with a softer sound.\n\n**Bose QuietComfort Ultra**: dearer.\n\n".repeat(
    8,
  )

/** A project for the brand Sony, with unlabelled answers from two days. */
async function projectWithAnswers(answers: number) {
  const team = await freshTeam()
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const lines = Array.from({ length: answers }, (_, i) => ({
    ...unlabelled,
    asked_at: `2026-03-0${(i % 2) * 7 + 2}T10:00:00Z`,
    prompt: `best headphones, ${(i >> 1) % 500}`,
    run: Math.floor(i / 1_000) + 1,
    response: text,
  }))
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Sony" })
  const ada = asPerson(team)
  const { id: project_id } = await inTeam(team.id, () =>
    prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }),
  )
  const progress = async () => (await run(getProject, ada, { project_id })).data.recount
  const mentionsOf = (name: string) =>
    inTeam(team.id, () =>
      rows<{ answers: number; cells: number }>(sql`
        select count(*)::int as answers, (select sum(mentioned)::int from visibility_cell_brand c where c.brand_id = b.id) as cells
        from ai_brand b join mention m on m.brand_id = b.id where b.team_id = ${team.id} and b.name = ${name} group by b.id`),
    )
  return { ada, project_id, progress, mentionsOf }
}

/** Locks the last answer of each scan, so that a recount cannot finish before the returned function unlocks them. */
async function lockLastAnswers() {
  const holder = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await holder.connect()
  await holder.query("select set_config('app.team_id', '*', false)")
  await holder.query("begin")
  const last = "select max(id) from answer group by scan_id"
  const { rowCount } = await holder.query(`select from answer where id in (${last}) for update`)
  expect(rowCount).toBeGreaterThan(0)
  return async () => {
    await holder.query("rollback")
    await holder.end()
  }
}

it("re-extracts earlier answers as soon as a brand is added", async () => {
  const { ada, project_id, progress, mentionsOf } = await projectWithAnswers(200)
  await backgroundWork()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await expect.poll(progress).toEqual({ status: "done", done: 200, total: 200 })
  expect(await mentionsOf("Bose")).toEqual([{ answers: 200, cells: 200 }])
})

it("the sweep starts a recount whose notification was lost", async () => {
  const { ada, project_id, progress } = await projectWithAnswers(20)
  await run(createBrand, ada, { project_id, name: "Bose" })
  await inTeam("*", () => rows(sql`update ai_recount set updated_at = now() - interval '1 minute'`))
  await backgroundWork()
  await triggerCron("sweep")
  await expect.poll(progress).toMatchObject({ status: "done", done: 20 })
})

it("suggests brands without a request", async () => {
  const { ada, project_id } = await projectWithAnswers(20)
  await backgroundWork()
  await triggerCron("suggest-brands")
  const names = async () => (await run(listSuggestedBrands, ada, { project_id })).data.map(({ name }) => name)
  await expect.poll(names).toEqual(["Bose"])
})

it("another process continues the recount after a kill, and counts each answer once", async () => {
  const answers = sized(3_000, 30_000)
  const { ada, project_id, progress, mentionsOf } = await projectWithAnswers(answers)
  const unlock = await lockLastAnswers()
  const { kill } = await backgroundProcess()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await expect.poll(async () => (await progress())?.done).toBeGreaterThan(answers / 10)
  await kill()
  await unlock()
  const left = await progress()
  expect(left).toMatchObject({ status: "running", total: answers })
  expect(left?.done).toBeLessThan(answers)
  const startedAt = performance.now()
  await backgroundProcess()
  await expect.poll(progress).toEqual({ status: "done", done: answers, total: answers })
  printMeasurement("answers left after the kill, and seconds until they were read", {
    left: answers - (left?.done ?? 0),
    seconds: (performance.now() - startedAt) / 1_000,
  })
  expect(await mentionsOf("Bose")).toEqual([{ answers, cells: answers }])
})
