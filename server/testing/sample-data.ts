/** Creates records for the IDs in paths, so that the responses of a new team are not empty. */
import { events, eventTypes } from "@/domain/events/catalogue"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { writeReport } from "@/domain/reports/write-report"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { inTeam, prisma } from "@/prisma/client"

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A client with one week of clicks and impressions, by device. */
export async function clientWithMetrics(team: TeamFacts) {
  const client = await freshClient(team)
  const days = [2, 3, 4, 5, 6, 7, 8].map(daysAgo)
  const facts = days.flatMap((date) =>
    ["ad_clicks", "ad_impressions"].flatMap((metric_id) => [
      { metric_id, date, value: 30 },
      { metric_id, date, value: 20, dims: { device: "Computer" } },
      { metric_id, date, value: 10, dims: { device: "Phone" } },
    ]),
  )
  const data_source_id = await freshSource(team, client, facts, { provider: "microsoft_ads" })
  return { client_id: client.id, data_source_id }
}

/**
 * A report of a client with metrics: a table, a metric, a line chart, a breakdown and a text. `widget_id` is the table.
 */
export async function reportWithWidgets(team: TeamFacts) {
  const { client_id } = await clientWithMetrics(team)
  const metrics = ["ad_clicks", "ad_ctr"]
  const dimensions = ["device"]
  const widgets = [
    { kind: "table" as const, title: "Devices", query: { metrics, dimensions } },
    { kind: "metric" as const, title: "Clicks", query: { metrics: ["ad_clicks"] } },
    { kind: "time_series" as const, title: "By day", query: { metrics, dimensions } },
    { kind: "breakdown" as const, title: "Shares", query: { metrics: ["ad_clicks"], dimensions } },
    { kind: "text" as const, title: "Words", options: { text: "As planned." } },
  ]
  const draft = { name: "Monthly performance", status: "published" as const, sections: [{ title: "Ads", widgets }] }
  return inTeam(team.id, async () => {
    const report_id = await writeReport(team.id, client_id, draft, new Date())
    const table = await prisma.reportWidget.findFirstOrThrow({ where: { team_id: team.id, report_id, kind: "table" } })
    return { client_id, report_id, widget_id: table.id }
  })
}

const sources = [{ url: "https://sony.example/review", title: "Review" }]

/** A project with a scan of six answers, mentions and citations. */
export async function projectWithAnswers(team: TeamFacts) {
  const runs = [1, 2, 3].flatMap((run) =>
    ["best headphones", "headphones for travel"].map((prompt) => answerLine({ prompt, run, sources })),
  )
  await importAnswers({ teamId: team.id, file: answerFile(runs), project: "Headphones" })
  return inTeam(team.id, async () => {
    const { id, scan_id, prompt_id, project_id } = await prisma.answer.findFirstOrThrow({ where: { team_id: team.id } })
    return { project_id, scan_id, prompt_id, answer_id: id }
  })
}

/** An event of each type. `event_id` is the last one. */
export const publishedEvent = ({ id: team_id }: TeamFacts) =>
  inTeam(team_id, () =>
    prisma.$transaction(async (tx) => {
      let event_id = ""
      for (const type of eventTypes) {
        const published = await publish(tx, { team_id, type, data: events[type].example as never })
        event_id = published?.id ?? ""
      }
      return { event_id }
    }),
  )

/** An open signal of a client. */
export async function signalOfClient(team: TeamFacts) {
  const client = await freshClient(team)
  const [signal_id = ""] = await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow()], new Date()))
  return { signal_id }
}
