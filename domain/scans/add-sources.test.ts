import { expect, it } from "vitest"
import { listAnswers } from "@/domain/answers/list-answers"
import { listCitations } from "@/domain/answers/list-citations"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { asKey } from "@/domain/testing/team"
import { inTeam, rows, sql } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { findIdleScans, openScan } from "./open-scan"
import { processScan } from "./process-scan"
import { runEngineTasks } from "./run-engine-tasks"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()
const soon = () => new Deadline(30_000)

/** A scan with complete answers that has not been ended. */
async function answered() {
  const made = await vendorProject(vendor, { prompts: 5, runs: 2, engine: { concurrency: 5 } })
  const { team, project_id } = made
  const { id } = await made.start()
  const scan = await openScan(id)
  if (!scan) throw new Error("not open")
  await inTeam(team.id, () => runEngineTasks(scan, "openai_api", soon()))
  const listed = () => run(listCitations, asKey(team), { project_id, limit: 200 })
  const written = () =>
    inTeam(team.id, () =>
      rows(sql`select registrable_domain as key, count(*)::int as citations_n, count(distinct answer_id)::int as answers_n from citation
        where project_id = ${project_id} and kind = 'cited' group by 1 order by 2 desc, 1 desc`),
    )
  return { ...made, id, listed, written }
}

/** Lists the cited domains and checks that their shares refer to all citations. */
async function expectCounted({ listed, written }: Pick<Awaited<ReturnType<typeof answered>>, "listed" | "written">) {
  const { data } = await listed()
  const counts = data.map(({ key, citations_n, answers_n }) => ({ key, citations_n, answers_n }))
  expect(counts.length).toBeGreaterThan(0)
  expect(counts).toEqual(await written())
  expect(data.reduce((sum, { share }) => sum + (share.value ?? 0), 0)).toBeCloseTo(1, 9)
}

it("adds the sources of a scan once when it ends, on top of earlier scans", async () => {
  const made = await answered()
  expect((await made.listed()).data).toEqual([])
  await Promise.all(Array.from({ length: 3 }, () => processScan(made.id, soon())))
  await expectCounted(made)
  const { id } = await made.start()
  await processScan(id, soon())
  await expectCounted(made)
})

it("lists all answers of a domain before and after they are counted", async () => {
  const { team, project_id, id, written } = await answered()
  const [most] = (await written()) as { key: string; answers_n: number }[]
  const cites_domain = most?.key ?? ""
  const total = async () => (await run(listAnswers, asKey(team), { project_id, cites_domain })).meta
  expect(await total()).toMatchObject({ total: most?.answers_n })
  await processScan(id, soon())
  expect(await total()).toMatchObject({ total: most?.answers_n })
})

it("counts the sources of a canceled scan later, even if its process was killed", async () => {
  const { ada, id, ...made } = await answered()
  await run(cancelScan, ada, { scan_id: id })
  expect(await findIdleScans()).toContain(id)
  await processScan(id, soon())
  await processScan(id, soon())
  await expectCounted(made)
  expect(await findIdleScans()).not.toContain(id)
})
