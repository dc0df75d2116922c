import { afterEach, describe, expect, it, vi } from "vitest"
import { eventSchemas } from "@/domain/events/event"
import type { TeamFacts } from "@/domain/kernel/context"
import { addDays } from "@/domain/metrics/calendar"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshClient } from "@/domain/testing/client"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshSource } from "@/domain/testing/facts"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { publishDemo } from "./publish-demo"

afterEach(() => vi.restoreAllMocks())

/** Runs the command and returns what it prints. */
async function runDemo(what: string, slug: string) {
  const printed: string[] = []
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line))
  await publishDemo(what, slug)
  return printed.join("\n")
}

async function bodiesOf({ id: team_id }: TeamFacts) {
  const messages = await inTeam(team_id, () => prisma.webhookMessage.findMany({ where: { team_id } }))
  return messages.map(({ body }) => JSON.parse(body))
}

/** Ten weeks of `usual` sessions a day, with 40 on a day of the last week. */
async function withFigures(team: TeamFacts, usual = 100) {
  const client = await freshClient(team, { name: "Bakery" })
  const days = Array.from({ length: 70 }, (_, n) => addDays("2026-09-01", n))
  await freshSource(
    team,
    client,
    days.map((date) => ({ metric_id: "sessions", date, value: date === "2026-11-06" ? 40 : usual })),
  )
}

describe("npm run demo:signal", () => {
  it("publishes an event about the team's most unusual day to its endpoints, and prints where the event goes", async () => {
    const team = await freshTeam()
    await withFigures(team)
    await freshEndpoint(team)
    await freshEndpoint(team, { state: "paused_user" })
    const text = await runDemo("signal", team.slug)
    const [body] = await bodiesOf(team)
    expect(eventSchemas["signal.created"].parse(body)).toEqual(body)
    expect(body.data.signal).toMatchObject({
      title: "Sessions 60% below expected",
      severity: "critical",
      impact: "negative",
      client: { name: "Bakery" },
      observed: { value: 40 },
      expected: { value: 100, low: 100, high: 100 },
      period: { from: "2026-11-06", to: "2026-11-06" },
      baseline: { from: "2026-09-11", to: "2026-10-30" },
    })
    expect(text).toContain(`GET /api/v1/events/${body.id}`)
    expect(text).toMatch(/Delivery +to 1 webhook endpoint now, .*; held for 1 webhook endpoint: paused/)
  })

  it("marks the event as a test for a real team, and not for the sample team", async () => {
    const real = await freshTeam()
    const sample = await freshTeam()
    await acrossTeams(() => prisma.team.updateMany({ where: { id: sample.id }, data: { is_sample: true } }))
    for (const team of [real, sample]) {
      await withFigures(team)
      await runDemo("signal", team.slug)
    }
    expect((await bodiesOf(real))[0].test).toBe(true)
    expect((await bodiesOf(sample))[0]).not.toHaveProperty("test")
    await acrossTeams(() => prisma.team.deleteMany({ where: { id: sample.id } }))
  })

  it("says that the numbers of the team are too small", async () => {
    const team = await freshTeam()
    await withFigures(team, 20)
    await expect(runDemo("signal", team.slug)).rejects.toThrow(/a median of at least 30 a day/)
  })

  it("throws an error when the team has no metrics or no finished scan, and when the demo is unknown", async () => {
    const { slug } = await freshTeam()
    await expect(runDemo("signal", slug)).rejects.toMatchObject({ name: "UserError" })
    await expect(runDemo("scan", slug)).rejects.toThrow(/has no finished scan/)
    await expect(runDemo("wedding", slug)).rejects.toThrow(/no demo "wedding"/)
    await expect(runDemo("toString", slug)).rejects.toThrow(/no demo "toString"/)
  })
})

describe("npm run demo:scan", () => {
  it("publishes the team's latest finished scan", async () => {
    const team = await freshTeam()
    await importAnswers({ teamId: team.id, file: answerFile([answerLine()]), project: "Sony" })
    const text = await runDemo("scan", team.slug)
    const [body] = await bodiesOf(team)
    expect(eventSchemas["scan.completed"].parse(body)).toEqual(body)
    expect(body.data.scan).toMatchObject({ status: "completed", project: { name: "Sony" } })
    expect(text).toContain("no webhook endpoint: none subscribes to this event type")
  })

  it("runs a scan of the sample team with the sample engine, and publishes its result", async () => {
    const { team, project_id } = await sampleProject({ prompts: 3 })
    await acrossTeams(() => prisma.team.updateMany({ where: { id: team.id }, data: { is_sample: true } }))
    const text = await runDemo("scan", team.slug)
    const scans = await inTeam(team.id, () => prisma.scan.findMany({ where: { project_id } }))
    expect(scans).toMatchObject([{ status: "completed", trigger: "manual", answers_valid: 6 }])
    const [body, ...others] = await bodiesOf(team)
    expect(others).toEqual([])
    expect(body).toMatchObject({ type: "scan.completed", data: { scan: { id: scans[0]?.id, status: "completed" } } })
    expect(text).toContain("asked sample engines 6 questions and is completed")
    await acrossTeams(() => prisma.team.deleteMany({ where: { id: team.id } }))
  })
})
