import { expect, it } from "vitest"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { inTeam, rows, sql } from "@/prisma/client"
import { createScan } from "./create"
import { getScanOverview } from "./get-overview"
import { processScan } from "./process-scan"
import { sampleProject } from "./testing/sample-project"

async function setup() {
  const { team, ada, project_id } = await sampleProject({ prompts: 12 })
  const start = async () => (await run(createScan, ada, { project_id })).data.id
  const read = async (scan_id: string) => (await run(getScanOverview, ada, { scan_id })).data
  return { team, ada, project_id, start, read }
}
const finish = (scanId: string) => processScan(scanId, new Deadline(90_000))

it("says when to read an open scan again, and has no result yet", async () => {
  const { team, start, read } = await setup()
  const scan_id = await start()
  expect(await read(scan_id)).toMatchObject({ status: "queued", retry_after_seconds: 30, result: null })
  await inTeam(team.id, () =>
    rows(sql`update scan set status = 'canceled', finished_at = now() where team_id = ${team.id} and id = ${scan_id}`),
  )
  expect(await read(scan_id)).toMatchObject({ status: "canceled", retry_after_seconds: null, result: null })
})

it("says when to read a scan again whose metrics are written but which has not ended", async () => {
  const { team, start, read } = await setup()
  const scan_id = await start()
  await inTeam(team.id, () =>
    rows(sql`update scan set status = 'running', finished_at = now() where team_id = ${team.id} and id = ${scan_id}`),
  )
  expect(await read(scan_id)).toMatchObject({ status: "running", retry_after_seconds: 30, result: null })
})

it("compares the result of a finished scan with the scan before, with the verdicts of its metrics", async () => {
  const { ada, project_id, start, read } = await setup()
  const first = await start()
  await finish(first)
  expect((await read(first)).result).toMatchObject({
    brand: "Sony",
    visibility: { previous: null, verdict: "not_comparable" },
  })
  const second = await start()
  await finish(second)
  const { result, retry_after_seconds, engines } = await read(second)
  const query = { project_id, scan_id: second, compare: "previous_period" as const, group_by: [] }
  const [row] = (await run(getMetrics, ada, query)).data.rows
  expect(retry_after_seconds).toBeNull()
  expect(engines).toMatchObject([{ engine_id: "sample", succeeded: 24 }])
  expect(result).toMatchObject({
    answers_n: row?.answers_n,
    visibility: {
      value: row?.visibility.value,
      ci_low: row?.visibility.ci?.low,
      previous: row?.change?.previous?.visibility.value,
      verdict: row?.change?.verdict,
    },
    average_position: {
      value: row?.average_position.value,
      verdict: row?.change?.metrics.average_position.verdict,
    },
  })
  expect(result?.visibility.verdict).not.toBe("not_comparable")
})
