/** Checks that extraction never runs on the thread that serves requests, by spying on its functions there. */
import { afterEach, expect, it, vi } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { listSuggestedBrands } from "@/domain/ai-projects/brands/list-suggested-brands"
import { updateBrand } from "@/domain/ai-projects/brands/update-brand"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { processScan } from "@/domain/scans/process-scan"
import { recountProject } from "@/domain/scans/recount/recount-project"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { mentionFinder, nameFinder } from "../extraction/mentions"
import { classifySource, distinctSources } from "../extraction/sources"
import { getAnswer } from "../get-answer"
import { splitWords } from "../suggestions/capitalized-runs"
import { suggestBrands } from "../suggestions/suggest-brands"

// Spies call the real functions and record each call.
vi.mock("../extraction/sources", { spy: true })
vi.mock("../extraction/mentions", { spy: true })
vi.mock("../suggestions/capitalized-runs", { spy: true })

const readers = { distinctSources, mentionFinder, nameFinder, classifySource, splitWords }

const callsHere = () =>
  Object.entries(readers).flatMap(([name, reader]) => (vi.mocked(reader).mock.calls.length > 0 ? [name] : []))

afterEach(() => vi.clearAllMocks())

const inOneMinute = () => new Deadline(60_000)

it("creating prompts and running a scan use a worker thread", async () => {
  const { team, ada, project_id } = await sampleProject()
  const { data: scan } = await run(createScan, ada, { project_id })
  while ((await processScan(scan.id, inOneMinute())) !== null);
  expect(callsHere()).toEqual([])
  const where = { team_id: team.id }
  const found = await inTeam(team.id, () =>
    Promise.all([prisma.mention.count({ where }), prisma.citation.count({ where })]),
  )
  expect(Math.min(...found)).toBeGreaterThan(0)
})

it("updating a brand, recounting, suggesting brands and getting an answer use a worker thread", async () => {
  const team = await freshTeam()
  const ada = asPerson(team)
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const response = "1. **Sony LinkBuds**: small\n2. **Bose 700**: quiet\n3. **Jabra Elite**: light"
  const sources = [{ url: "https://www.bose.com/qc45" }, { url: "https://www.jabra.com/x" }]
  const lines = [1, 2].map((number) => ({ ...unlabelled, response, sources, run: number }))
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Sony" })
  const where = { team_id: team.id }
  const { id: scan_id, project_id } = await inTeam(team.id, () => prisma.scan.findFirstOrThrow({ where }))
  const { id: answer_id } = await inTeam(team.id, () => prisma.answer.findFirstOrThrow({ where }))
  const { data: bose } = await run(createBrand, ada, { project_id, name: "Bose", domains: ["bose.com"] })
  vi.clearAllMocks()

  await run(updateBrand, ada, { brand_id: bose.id, kind: "own" })
  await recountProject(project_id, inOneMinute())
  await suggestBrands({ team_id: team.id, project_id, scan_id, scan_answers_n: 2 })
  const { data: answer } = await run(getAnswer, ada, { answer_id })
  expect(callsHere()).toEqual([])

  const from = response.indexOf("Bose")
  expect(answer.mentions?.find(({ brand_id }) => brand_id === bose.id)?.places).toEqual([{ from, to: from + 4 }])
  expect(answer.citations?.map(({ brand_id }) => brand_id)).toEqual([bose.id, null])
  const { data: suggested } = await run(listSuggestedBrands, ada, { project_id })
  expect(suggested.map(({ name }) => name)).toEqual(["Jabra"])
})
