import { expect, it } from "vitest"
import type { Envelope } from "@/domain/kernel/envelope"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshSource } from "@/domain/testing/facts"
import { now } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { contentOf } from "@/server/mcp/result"
import { getReportData } from "./get-data"

const hostile = "Spring ![a](https://evil.example/x) <script>x</script>"
const harmless = "Spring a x"

it("models get the text of third parties in a report without markup, and in fields that say so", async () => {
  const team = await freshTeam()
  const line = answerLine({
    asked_at: "2026-11-10T10:00:00Z",
    sources: [{ url: "https://tests.example/a", title: hostile }],
  })
  await importAnswers({ teamId: team.id, file: answerFile([line]), project: "Panel", client: "Acme", now: now() })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const client = { id: project.client_id, name: "Acme", external_id: null }
  await freshSource(team, client, [
    { metric_id: "ad_clicks", date: "2026-11-10", value: 5, dims: { campaign: hostile } },
  ])
  const finding = foundNow({
    title: hostile,
    summary: hostile,
    dedupe_key: "metric_anomaly:ad_clicks:x:up",
  })
  await inTeam(team.id, () => recordFindings(checkOf(team, client), [finding], now()))
  const byCampaign = { metrics: ["ad_clicks"], dimensions: ["campaign"] }
  const { id } = await freshReport(team, client, [
    { kind: "table", query: byCampaign },
    { kind: "time_series", query: byCampaign },
    { kind: "citations", query: { project_id: project.id, entity: "url" } },
    { kind: "signals", query: {} },
  ])
  const envelope = await run(getReportData, asPerson(team, "member", now), { report_id: id })
  expect(JSON.stringify(envelope.data).match(/<script>/g)?.length).toBeGreaterThanOrEqual(6)

  const content = contentOf(getReportData, envelope as Envelope<unknown>, team, {})
  expect(JSON.stringify(content)).not.toMatch(/<script>|evil\.example/)
  expect(content).toMatchObject({
    widgets: [
      { rows: [{ untrusted_dims: { campaign: harmless }, untrusted_labels: { campaign: harmless } }] },
      { series: [{ untrusted_key: { campaign: harmless }, untrusted_labels: { campaign: harmless } }] },
      { citations: [{ untrusted_title: harmless, key: "https://tests.example/a" }] },
      { title: "Widget", signals: [{ untrusted_title: harmless, untrusted_summary: harmless }] },
    ],
  })
})
