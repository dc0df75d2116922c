/** Creates a team that has at least one of everything, for tests that call every operation. */

import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { createTopic } from "@/domain/ai-projects/topics/create-topic"
import { updateProject } from "@/domain/ai-projects/update-project"
import { createAnnotation } from "@/domain/clients/create-annotation"
import { connect } from "@/domain/data-sources/connect"
import { addCredentials } from "@/domain/data-sources/grants/add-credentials"
import { startUpload } from "@/domain/data-sources/uploads/start-upload"
import { createGoal } from "@/domain/goals/create-goal"
import type { TeamContext } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createRecovery } from "@/domain/recoveries/create"
import { createShareLink } from "@/domain/reports/sharing/create-share-link"
import { createScan } from "@/domain/scans/create"
import { createSignalRule } from "@/domain/signal-rules/create"
import { invite } from "@/domain/teams/invite"
import { freshConnection } from "@/domain/testing/connection"
import { freshKey } from "@/domain/testing/key"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma } from "@/prisma/client"
import { projectWithAnswers, publishedEvent, reportWithWidgets, signalOfClient } from "./sample-data"

export const idKinds = [
  "client_id",
  "report_id",
  "widget_id",
  "section_id",
  "share_link_id",
  "goal_id",
  "project_id",
  "scan_id",
  "running_scan_id",
  "prompt_id",
  "answer_id",
  "topic_id",
  "brand_id",
  "invitation_id",
  "person_id",
  "key_id",
  "request_id",
  "webhook_id",
  "delivery_id",
  "message_id",
  "notice_id",
  "recovery_id",
  "event_id",
  "data_source_id",
  "upload_id",
  "annotation_id",
  "grant_id",
  "connection_id",
  "signal_id",
  "rule_id",
] as const

/** Two accounts that the fake of Bing lists (domain/data-sources/testing/fakes). The first is connected. */
export const fakeAccounts = ["https://bergamobikes.example/", "https://aucklandsails.example/"] as const

/** The file that is being uploaded. Its only part is missing. */
export const uploadedFile = { file_name: "clicks.csv", bytes: 3 }

/** `ctx` calls as an owner of the team. Another member is an owner, too. */
export type TeamWithData = { ctx: TeamContext; ids: Record<(typeof idKinds)[number], string> }

/** Needs the fakes of data sources. */
export async function teamWithData(now: () => Date): Promise<TeamWithData> {
  const team = await freshTeam()
  const member = await freshMember(team, "owner")
  const ctx = { ...(await freshMember(team, "owner")), now }
  const team_id = team.id
  const report = await reportWithWidgets(team)
  const project = await projectWithAnswers(team)
  const project_id = project.project_id
  await run(setUpEngine, ctx, { engine_id: "sample", is_enabled: true })
  await run(updateProject, ctx, { project_id, asked_engines: ["sample"] })
  const topic = await run(createTopic, ctx, { project_id, name: "Travel" })
  const started = await run(createScan, ctx, { project_id })
  const invited = await run(invite, ctx, { role: "viewer" })
  const key = await freshKey(team)
  const webhook = await freshWebhook(team, { event_types: ["*"] })
  const { signal_id } = await signalOfClient(team)
  const { event_id } = await publishedEvent(team)
  const delivery = await inTeam(team_id, async () => {
    const failed = { state: "exhausted", attempts: 1, last_status: 503, next_attempt_at: null, ended_at: now() }
    await prisma.webhookDelivery.updateMany({ where: { team_id }, data: failed })
    return prisma.webhookDelivery.findFirstOrThrow({ where: { team_id } })
  })
  const grant = await run(addCredentials, ctx, { provider: "bing_webmaster", secret: "an-api-key" })
  const grant_id = grant.data.grant_id
  const connected = { grant_id, account_id: fakeAccounts[0], client_id: report.client_id }
  const { data: source } = await run(connect, ctx, connected)
  const since = new Date(now().getTime() - 86_400_000).toISOString()
  const { data: recovery } = await run(createRecovery, ctx, { webhook_id: webhook.id, since })
  const { client_id, report_id } = report
  const november = { metric: "ad_clicks", period: "month", starts_on: "2026-11-01", target: 1_000 } as const
  const { data: goal } = await run(createGoal, ctx, { client_id, ...november })
  const event = { date: "2026-11-09", kind: "tracking_change", text: "New consent banner" } as const
  const { data: annotation } = await run(createAnnotation, ctx, { client_id, ...event })
  const { data: upload } = await run(startUpload, ctx, { client_id, ...uploadedFile })
  const shared = await run(createShareLink, ctx, { report_id })
  const section = await inTeam(team_id, () => prisma.reportSection.findFirstOrThrow({ where: { team_id, report_id } }))
  const rule = await run(createSignalRule, ctx, { type: "metric_anomaly", name: "Main metrics" })
  const connection = await freshConnection({ teamId: team_id, userId: member.actor.id })
  const [request_id, notice_id] = [newId("request"), newId("notice")]
  const brand = await inTeam(team_id, async () => {
    const request = { id: request_id, team_id, key_id: key.id, method: "GET", route: "/clients", path: "/clients" }
    await prisma.requestLogEntry.create({ data: { ...request, status: 200, duration_ms: 1, bytes: 2 } })
    const about = { id: notice_id, team_id, endpoint_id: webhook.id, kind: "failing_24h", detail: "No event arrived." }
    await prisma.webhookNotice.create({ data: about })
    return prisma.aiBrand.findFirstOrThrow({ where: { team_id, project_id, kind: "competitor" } })
  })
  const ids = {
    ...report,
    ...project,
    section_id: section.id,
    share_link_id: shared.data.link.id,
    goal_id: goal.id,
    topic_id: topic.data.id,
    brand_id: brand.id,
    running_scan_id: started.data.id,
    invitation_id: invited.data.invitation.id,
    person_id: member.actor.id,
    key_id: key.id,
    request_id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    message_id: delivery.message_id,
    notice_id,
    recovery_id: recovery.recovery?.id ?? "",
    event_id,
    data_source_id: source.id,
    upload_id: upload.upload_id,
    annotation_id: annotation.id,
    grant_id,
    connection_id: connection.connectionId,
    signal_id,
    rule_id: rule.data.id,
  }
  return { ctx, ids }
}
