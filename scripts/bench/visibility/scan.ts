/**
 * Measures a scan that asks an engine 50 questions at a time, each answered in 50 ms, and compares it with the
 * theoretical maximum.
 */
import { loadavg } from "node:os"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { createProject } from "@/domain/ai-projects/create-project"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { processScan } from "@/domain/scans/process-scan"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { disconnect, inTeam, prisma, rows, sql } from "@/prisma/client"
import { startTemporaryDatabase } from "../../temporary-database"
import { printTable, round } from "../table"
import { startEngine } from "./engine"
import { generateAnswers } from "./generated-answers"

const delayMs = 50
const concurrency = 50
const runs = 10

/** `tasks` is the number of questions, a multiple of ten (each prompt has ten runs). */
export async function scan({ tasks }: { tasks: number }) {
  process.env.LOG_LEVEL = "warn"
  const temporaryDatabase = await startTemporaryDatabase()
  const engine = await startEngine(delayMs)
  process.env.AI_ENGINE_URLS = JSON.stringify({ openai: engine.url })
  try {
    const { teamId, scanId } = await startScanWithPrompts(tasks / runs)
    const startedAt = performance.now()
    const cpu = process.cpuUsage()
    while ((await processScan(scanId, new Deadline(600_000))) !== null);
    const totalMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpu)
    const askedMs = await inTeam(teamId, () => readAskingMs(scanId))
    const answersPerSecond = (tasks / askedMs) * 1_000
    const maxAnswersPerSecond = (concurrency / delayMs) * 1_000
    printTable(`A scan of ${tasks} questions, ${concurrency} at a time, answered in ${delayMs} ms`, [
      {
        "answers/s": round(answersPerSecond, 0),
        "of the ideal": round(answersPerSecond / maxAnswersPerSecond),
        "CPU, ms an answer": round((user + system) / 1_000 / tasks),
        "end, s": round((totalMs - askedMs) / 1_000, 1),
        asked: await engine.countQuestions(),
        load: round(loadavg()[0] ?? 0, 1),
      },
    ])
  } finally {
    engine.stop()
    await disconnect()
    await temporaryDatabase.stop()
  }
}

/** Creates a team with a project, and starts a scan that asks each prompt `runs_per_prompt` times. */
export async function startScanWithPrompts(prompts: number, runs_per_prompt = runs) {
  const team = await freshTeam({ plan: "scale" })
  const ada = asPerson(team)
  const client_id = newId("client")
  const client = { id: client_id, team_id: team.id, name: "Bench", slug: client_id.toLowerCase() }
  await inTeam(team.id, () => prisma.client.create({ data: client }))
  await run(setUpEngine, ada, {
    engine_id: "openai_api",
    api_key: "sk-bench-0123456789",
    concurrency,
    is_enabled: true,
  })
  const brandNames = [...new Set(generateAnswers().flatMap(({ labelled }) => labelled))].slice(0, 20)
  const own_brand = { name: brandNames[0] ?? "" }
  const settings = {
    client_id,
    name: "Bench",
    own_brand,
    runs_per_prompt,
    asked_engines: ["openai_api" as const],
  }
  const project_id = (await run(createProject, ada, settings)).data.id
  const team_id = team.id
  const created_at = new Date()
  await inTeam(team_id, async () => {
    await prisma.aiBrand.createMany({
      data: brandNames
        .slice(1)
        .map((name) => ({ id: newId("brand"), team_id, project_id, name, kind: "competitor", created_at })),
    })
    await rows(sql`
      insert into ai_prompt (id, team_id, project_id, text, text_sha256)
      select 'prm_' || right(${client_id}, 10) || lpad(n::text, 16, '0'), ${team_id}, ${project_id}, 'Which one is best, ' || n || '?', sha256(n::text::bytea)
      from generate_series(1, ${prompts}::int) n`)
  })
  const { id } = (await run(createScan, ada, { project_id })).data
  return { teamId: team_id, scanId: id }
}

/** Returns the milliseconds from the first question (`started_at`) until every answer was written (`finished_at`). */
async function readAskingMs(scanId: string) {
  const [row] = await rows<{ ms: number }>(
    sql`select (extract(epoch from finished_at - started_at) * 1000)::float8 as ms from scan where id = ${scanId}`,
  )
  return row?.ms ?? 0
}
