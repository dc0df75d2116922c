/**
 * Creates two sample webhooks with two weeks of deliveries. Neither sends anything, because their hosts do not exist:
 * one is paused, and the other failed for days until it was disabled.
 */
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"
import { apiVersion } from "@/domain/kernel/envelope"
import { newId } from "@/domain/kernel/ids"
import { createSecret } from "@/domain/webhooks/secret"
import { parseSecret } from "@/domain/webhooks/signature"
import { type Prisma, prisma } from "../client"
import { type Delivery, planDeliveries, type SampleWebhook, writeDeliveries } from "./deliveries"
import { type DemoPeople, hourMs, sampleAudit } from "./members"
import { type Outage, outageOf } from "./outage"
import { findPastEvents, oldestFirst, type PastEvent, publishPastEvents } from "./past-events"

const dayMs = 24 * hourMs
const limits = { timeout: 60_000 }

const crm = {
  url: "https://crm.demo-agency.example/hooks/signalbox",
  description: "CRM (sample). Its host does not exist.",
  event_types: ["endpoint.disabled", "scan.completed", "signal.created"],
  state: "paused_user",
}
const reporting = {
  url: "https://reporting.demo-agency.example/signalbox",
  description: "Reporting (sample)",
  event_types: ["scan.completed"],
  state: "disabled_auto",
}

type Seed = { team: TeamFacts; people: DemoPeople; now: Date }

/** Call it after the scans and signals are seeded, inside the team's scope. */
export async function seedWebhooks(seed: Seed) {
  const { team, now } = seed
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const events = await findPastEvents(team, daysAgo(16))
  const scans = events.filter(({ type }) => type === "scan.completed")
  // The receiver fails from the scans of last week on. The scans of yesterday disable the webhook.
  const toReporting = planDeliveries(reporting.url, scans, ({ at }) => {
    if (at > daysAgo(3)) return "held"
    return at > daysAgo(10) ? "exhausted" : "delivered"
  })
  const outage = outageOf(toReporting)
  await prisma.$transaction(async (tx) => {
    const reportingWebhook = await createWebhook(tx, seed, reporting, daysAgo(16))
    const crmWebhook = await createWebhook(tx, seed, crm, daysAgo(16))
    const all = oldestFirst([...events, disabledEvent(team, reportingWebhook.id, outage)])
    await publishPastEvents(tx, team.id, all)
    await writeDeliveries(tx, reportingWebhook, toReporting)
    await endWithOutage(tx, seed, reportingWebhook.id, { outage, deliveries: toReporting })
    const toCrm = planDeliveries(crm.url, all, (_, index) => (index === 2 ? "retried" : "delivered"))
    await writeDeliveries(tx, crmWebhook, toCrm)
    await pauseWebhook(tx, seed, crmWebhook.id, toCrm)
  }, limits)
}

/** The admin creates the webhook. Its secret is discarded. */
async function createWebhook(
  tx: Prisma.TransactionClient,
  { team, people: { admin } }: Seed,
  { state, ...sample }: typeof crm,
  created_at: Date,
): Promise<SampleWebhook> {
  const id = newId("endpoint", created_at.getTime())
  const team_id = team.id
  const settings = { retry_profile: "standard", max_per_second: null, is_fifo: false, signs_ed25519: false }
  const stored = { ...sample, ...settings, header_names: [] }
  await tx.webhookEndpoint.create({
    data: { ...stored, id, team_id, state, api_version: apiVersion, created_by: admin.id, created_at },
  })
  const secret = await createSecret(tx, { team_id, endpoint_id: id, version: 1 })
  await tx.webhookSecret.updateMany({ where: { team_id, endpoint_id: id }, data: { created_at } })
  const created: AuditRecord = { action: "endpoint.created", subject_id: id, after: stored }
  await recordAudit(sampleAudit(team, admin, created_at), created, tx)
  return { id, team_id, url: sample.url, secret: parseSecret(secret) }
}

function disabledEvent(
  team: TeamFacts,
  id: string,
  { firstFailureAt, disabledAt, failures, reason }: Outage,
): PastEvent {
  const { url, description } = reporting
  const links = { app: `${baseUrl()}/${team.slug}/settings/api/webhooks/${id}` }
  const endpoint = { id, url, description, state: "disabled_auto" as const, reason, links }
  const facts = { disabled_at: disabledAt, first_failure_at: firstFailureAt, failure_count: failures }
  return {
    type: "endpoint.disabled",
    data: { endpoint: { ...endpoint, ...facts } },
    at: disabledAt,
    except_endpoint_id: id,
  }
}

type Ended = { outage: Outage; deliveries: readonly Delivery[] }

/** Writes the failures of the webhook and its notices. The admin has dismissed the notices of the first days. */
async function endWithOutage(
  tx: Prisma.TransactionClient,
  { team, people: { admin } }: Seed,
  id: string,
  { outage, deliveries }: Ended,
) {
  const { firstFailureAt, disabledAt, failures, reason, warnings } = outage
  await tx.webhookEndpoint.updateMany({
    where: { team_id: team.id, id },
    data: {
      first_failure_at: firstFailureAt,
      last_failure_at: disabledAt,
      failure_count: failures,
      last_success_at: lastSuccess(deliveries),
      notified_24h_at: warnings.failing_24h.at,
      notified_72h_at: warnings.failing_72h.at,
      disabled_at: disabledAt,
      disabled_reason: reason,
      updated_at: disabledAt,
    },
  })
  const notices = { ...warnings, disabled: { at: disabledAt, detail: reason } }
  for (const [kind, { at, detail }] of Object.entries(notices)) {
    const notice_id = newId("notice", at.getTime())
    const seen_at = kind === "disabled" ? null : new Date(at.getTime() + 2 * hourMs)
    // `mailed_at`: no one gets an email about a sample.
    const notice = { id: notice_id, endpoint_id: id, kind, detail, created_at: at, mailed_at: at, seen_at }
    await tx.webhookNotice.create({ data: { ...notice, team_id: team.id } })
    if (!seen_at) continue
    const dismissed: AuditRecord = { action: "endpoint.notice_dismissed", subject_id: id, after: { notice_id, kind } }
    await recordAudit(sampleAudit(team, admin, seen_at), dismissed, tx)
  }
}

async function pauseWebhook(
  tx: Prisma.TransactionClient,
  { team, people: { admin }, now }: Seed,
  id: string,
  deliveries: readonly Delivery[],
) {
  const data = { last_success_at: lastSuccess(deliveries), updated_at: now }
  await tx.webhookEndpoint.updateMany({ where: { team_id: team.id, id }, data })
  const change = { before: { state: "active" }, after: { state: "paused_user" } }
  const paused: AuditRecord = { action: "endpoint.paused", subject_id: id, ...change }
  await recordAudit(sampleAudit(team, admin, now), paused, tx)
}

const lastSuccess = (deliveries: readonly Delivery[]) =>
  deliveries.flatMap(({ attempts }) => attempts.filter(({ status }) => status === 204)).at(-1)?.endedAt ?? null
