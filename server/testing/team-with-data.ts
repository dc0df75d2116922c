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
import { updateSender } from "@/domain/reports/sender/update-sender"
import { createShareLink } from "@/domain/reports/sharing/create-share-link"
import { createScan } from "@/domain/scans/create"
import { createSignalRule } from "@/domain/signal-rules/create"
import { invite } from "@/domain/teams/invite"
import { freshConnection } from "@/domain/testing/connection"
import { freshKey } from "@/domain/testing/key"
import { freshMember } from "@/domain/testing/person"
import { pngFile } from "@/domain/testing/png"
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

/** The logo on the team's reports. */
export const logoFile = pngFile(8, 4)

/** `ctx` calls as an owner of the team. Another member is an owner, too. */
export type TeamWithData = { ctx: TeamContext; ids: Record<(typeof idKinds)[number], string> }

/** Needs the fakes of data sources. */
export async function teamWithData(now: () => Date): Promise<TeamWithData> {
  const team = await freshTeam()
  const member = await freshMember(team, "owner")
  const ctx = { ...(await freshMember(team, "owner")), now }
  const report = await reportWithWidgets(team)
  const project = await projectWithAnswers(team)
  const rule = await run(createSignalRule, ctx, { type: "metric_anomaly", name: "Main metrics" })
  const ids = {
    ...report,
    ...project,
    rule_id: rule.data.id,
    ...(await addToProject(ctx, project.project_id)),
    ...(await addAccess(ctx, member.actor.id)),
    ...(await addDelivery(ctx)),
    ...(await addToClient(ctx, report.client_id)),
    ...(await addToReport(ctx, report.report_id)),
  }
  return { ctx, ids }
}

async function addToProject(ctx: TeamContext, project_id: string) {
  await run(setUpEngine, ctx, { engine_id: "sample", is_enabled: true })
  await run(updateProject, ctx, { project_id, asked_engines: ["sample"] })
  const topic = await run(createTopic, ctx, { project_id, name: "Travel" })
  const scan = await run(createScan, ctx, { project_id })
  const where = { team_id: ctx.team.id, project_id, kind: "competitor" }
  const brand = await inTeam(ctx.team.id, () => prisma.aiBrand.findFirstOrThrow({ where }))
  return { topic_id: topic.data.id, running_scan_id: scan.data.id, brand_id: brand.id }
}

/** An invitation, a key with a logged request, and a connected app. */
async function addAccess(ctx: TeamContext, person_id: string) {
  const team_id = ctx.team.id
  const invited = await run(invite, ctx, { role: "viewer" })
  const key = await freshKey(ctx.team)
  const connection = await freshConnection({ teamId: team_id, userId: person_id })
  const request_id = newId("request")
  const request = { id: request_id, team_id, key_id: key.id, method: "GET", route: "/clients", path: "/clients" }
  await inTeam(team_id, () =>
    prisma.requestLogEntry.create({ data: { ...request, status: 200, duration_ms: 1, bytes: 2 } }),
  )
  return {
    person_id,
    invitation_id: invited.data.invitation.id,
    key_id: key.id,
    request_id,
    connection_id: connection.connectionId,
  }
}

/** A signal whose event failed at an endpoint, with a recovery and a notice of this endpoint. */
async function addDelivery(ctx: TeamContext) {
  const { team, now } = ctx
  const team_id = team.id
  const webhook = await freshWebhook(team, { event_types: ["*"] })
  const { signal_id } = await signalOfClient(team)
  const { event_id } = await publishedEvent(team)
  const notice_id = newId("notice")
  const delivery = await inTeam(team_id, async () => {
    const failed = { state: "exhausted", attempts: 1, last_status: 503, next_attempt_at: null, ended_at: now() }
    await prisma.webhookDelivery.updateMany({ where: { team_id }, data: failed })
    const notice = { id: notice_id, team_id, endpoint_id: webhook.id, kind: "failing_24h", detail: "No event arrived." }
    await prisma.webhookNotice.create({ data: notice })
    return prisma.webhookDelivery.findFirstOrThrow({ where: { team_id } })
  })
  const since = new Date(now().getTime() - 86_400_000).toISOString()
  const { data } = await run(createRecovery, ctx, { webhook_id: webhook.id, since })
  return {
    webhook_id: webhook.id,
    signal_id,
    event_id,
    notice_id,
    delivery_id: delivery.id,
    message_id: delivery.message_id,
    recovery_id: data.recovery?.id ?? "",
  }
}

/** A data source and an upload, a goal and an annotation. */
async function addToClient(ctx: TeamContext, client_id: string) {
  const grant = await run(addCredentials, ctx, { provider: "bing_webmaster", secret: "an-api-key" })
  const { grant_id } = grant.data
  const source = await run(connect, ctx, { grant_id, account_id: fakeAccounts[0], client_id })
  const november = { metric: "ad_clicks", period: "month", starts_on: "2026-11-01", target: 1_000 } as const
  const goal = await run(createGoal, ctx, { client_id, ...november })
  const event = { date: "2026-11-09", kind: "tracking_change", text: "New consent banner" } as const
  const annotation = await run(createAnnotation, ctx, { client_id, ...event })
  const upload = await run(startUpload, ctx, { client_id, ...uploadedFile })
  return {
    grant_id,
    data_source_id: source.data.id,
    goal_id: goal.data.id,
    annotation_id: annotation.data.id,
    upload_id: upload.data.upload_id,
  }
}

async function addToReport(ctx: TeamContext, report_id: string) {
  const team_id = ctx.team.id
  await run(updateSender, ctx, { name: "Bergamo Digital", logo: logoFile.toString("base64") })
  const shared = await run(createShareLink, ctx, { report_id })
  const section = await inTeam(team_id, () => prisma.reportSection.findFirstOrThrow({ where: { team_id, report_id } }))
  return { share_link_id: shared.data.link.id, section_id: section.id }
}
