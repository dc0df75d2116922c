import { describe, expect, it } from "vitest"
import { scanCompleted } from "@/domain/events/scan-completed"
import type { TeamFacts } from "@/domain/kernel/context"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { describeScan } from "./describe-scan"
import { getScan } from "./get"
import { importAnswers } from "./import/import-answers"

const prompts = ["best headphones", "headphones for travel", "headphones for sport", "quiet headphones"]
const answers = (more: AnswerFileLine) =>
  prompts.flatMap((prompt) => [1, 2, 3].map((run) => answerLine({ prompt, run, ...more })))

async function scanOf(team: TeamFacts, lines: object[], project = "Sony") {
  await importAnswers({ teamId: team.id, file: answerFile(lines), project })
  const where = { team_id: team.id }
  return inTeam(team.id, () => prisma.scan.findFirstOrThrow({ where, orderBy: { finished_at: "desc" } }))
}

describe("the data of scan.completed", () => {
  it("fits the catalogue, and has the scan, its project, its client and links", async () => {
    const team = await freshTeam()
    const scan = await scanOf(team, answers({}))
    const data = await describeScan(team, scan.id)
    expect(scanCompleted.parse(data)).toEqual(data)
    expect(data.scan).toMatchObject({
      id: scan.id,
      status: "completed",
      trigger: "import",
      project: { id: scan.project_id, name: "Sony" },
      client: { external_id: null },
      duration_ms: 0,
      tasks: { total: 12, succeeded: 12, failed: 0, skipped: 0 },
      engines: [{ id: "chatgpt", answers_valid: 12, failed: 0, error_codes: {} }],
      links: {
        self: `/api/v1${getScan.rest?.path.replace("{scan_id}", scan.id)}`,
        metrics: `/api/v1/ai-visibility/projects/${scan.project_id}/metrics?scan_id=${scan.id}`,
      },
    })
  })

  it("counts failed tasks by engine and error code", async () => {
    const team = await freshTeam()
    const { id } = await scanOf(team, answers({}))
    await inTeam(team.id, () =>
      rows(
        sql`update scan_task set status = 'failed', error_code = 'timeout' where team_id = ${team.id} and scan_id = ${id} and run_index = 3`,
      ),
    )
    expect((await describeScan(team, id)).scan.engines).toMatchObject([{ failed: 4, error_codes: { timeout: 4 } }])
  })

  it("has no metrics for a project without a brand of its own, and reports that there was no previous scan", async () => {
    const team = await freshTeam()
    const { id } = await scanOf(team, answers({}))
    await inTeam(team.id, () =>
      prisma.aiBrand.updateMany({ where: { team_id: team.id, kind: "own" }, data: { kind: "competitor" } }),
    )
    const { results, ...scan } = (await describeScan(team, id)).scan
    expect(scan).toMatchObject({ comparable_to_previous: false, not_comparable_reason: "no_previous_scan" })
    expect(results).toMatchObject({ brand_id: null, visibility: { value: null, previous: null } })
  })

  it("compares your brand with the previous scan", async () => {
    const team = await freshTeam()
    const first = await scanOf(team, answers({}))
    const own = await inTeam(team.id, () =>
      prisma.aiBrand.findFirstOrThrow({ where: { team_id: team.id, kind: "own" } }),
    )
    const other = own.name === "Sony" ? "Bose" : "Sony"
    const silent = { response: `${other}.`, labelled_brands: [other], asked_at: "2026-03-09T10:00:00Z" }
    const { id } = await scanOf(team, answers(silent))
    expect(id).not.toBe(first.id)
    const { results, comparable_to_previous } = (await describeScan(team, id)).scan
    expect(comparable_to_previous).toBe(true)
    expect(results.brand_id).toBe(own.id)
    expect(results.visibility).toMatchObject({ value: 0, numerator: 0, denominator: 12, previous: 1, ci_low: 0 })
    expect(results.share_of_voice).toMatchObject({ value: 0, previous: 0.5, change: null })
    expect((await describeScan(team, first.id)).scan.results.visibility).toMatchObject({ value: 1, previous: null })
  })

  it("does not exist for a scan that is running, canceled, or of another team", async () => {
    const team = await freshTeam()
    const { id } = await scanOf(team, answers({}))
    await expect(describeScan(await freshTeam(), id)).rejects.toMatchObject({ code: "resource_not_found" })
    for (const status of ["running", "canceled"]) {
      await inTeam(team.id, () => prisma.scan.updateMany({ where: { team_id: team.id, id }, data: { status } }))
      await expect(describeScan(team, id), status).rejects.toMatchObject({ code: "resource_not_found" })
    }
  })
})
