/**
 * Stores what one evaluation of a check found. Creates new signals with their events, confirms active signals, and
 * resolves signals whose condition is gone. Uses one transaction, so a crash leaves all of it or nothing.
 */
import { z } from "zod"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { idRow } from "@/domain/kernel/rows"
import type { AppliedRule } from "@/domain/signal-rules/applied-rules"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { addEntries, byEvaluation } from "./entry"
import type { Finding } from "./finding"
import { activeStatuses, pageOf, severities } from "./signal"

/**
 * What an evaluation examined, and how far its data goes. Another evaluation of the same data can confirm signals. Only
 * newer data can resolve them.
 */
export type Check = {
  team: Pick<TeamFacts, "id" | "slug">
  client: { id: string; name: string; external_id: string | null }
  project_id: string | null
  /** Names the check within the client, for example `metric:dsc_…:sessions`. */
  key: string
  /** The last final day, the scan or the time that was examined. Values of the same check sort by age. */
  checkedThrough: string
  timezone: string
}

export type FindingWithRule = { finding: Finding; rule: Omit<AppliedRule, "params" | "sensitivity"> }

/** Two evaluations in a row without the condition resolve a signal. */
export const absencesToResolve = 2

/** Returns the ids of the signals that it created. Concurrent evaluations create each signal once. */
export const recordFindings = (check: Check, found: readonly FindingWithRule[], now: Date): Promise<string[]> =>
  prisma.$transaction(async (tx) => {
    await lockClient(tx, check.client.id)
    const findingByKey = new Map(found.map((finding) => [keyOf(check, finding), finding]))
    const keys = [...findingByKey.keys()]
    const latestByKey = await readLatestSignals(tx, check, keys)
    await confirmActive(tx, check, keys, now)
    await resolveAbsent(tx, check, keys, now)
    const newFindings = [...findingByKey].filter(([key, finding]) => createsSignal(finding, latestByKey.get(key), now))
    const created: NewSignal[] = []
    for (const [dedupe_key, finding] of newFindings) {
      const signal = { ...finding, id: newId("signal", now.getTime()), dedupe_key, at: now }
      if (await insertSignal(tx, check, signal)) created.push(signal)
    }
    // Publishing locks the team's sequence number until the commit, so it comes last.
    for (const signal of created) await publishCreated(tx, check, signal)
    return created.map(({ id }) => id)
  })

/** Evaluations of one client wait for each other here, so that the second sees what the first stored. */
const lockClient = (tx: Prisma.TransactionClient, clientId: string) =>
  tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtext(${`signals of ${clientId}`}))`)

/**
 * Adds the client to a detector's key, and the rule of a threshold. Detectors know neither. Two threshold rules are two
 * conditions.
 */
function keyOf({ client }: Check, { finding, rule }: FindingWithRule) {
  const ruleId = finding.type === "metric_threshold" ? rule.rule_id : null
  return [client.id, finding.dedupe_key, ...(ruleId ? [ruleId] : [])].join(":")
}

const latestRow = z.object({
  dedupe_key: z.string(),
  is_active: z.boolean(),
  ended_at: z.date().nullable(),
  period_to: z.string(),
})
type Latest = z.infer<typeof latestRow>

/** The newest signal of each key. */
async function readLatestSignals(
  tx: Prisma.TransactionClient,
  { team }: Check,
  keys: string[],
): Promise<Map<string, Latest>> {
  const found = await rowsIn(
    tx,
    latestRow,
    sql`
      select distinct on (dedupe_key) dedupe_key, status = any(${[...activeStatuses]}) as is_active, ended_at, period_to::text as period_to
      from signal where team_id = ${team.id} and dedupe_key = any(${keys}) order by dedupe_key, created_at desc, id desc`,
  )
  return new Map(found.map((row) => [row.dedupe_key, row]))
}

/**
 * True if the finding creates a signal: it is severe enough and not muted, its cooldown has ended, and no earlier
 * signal covers its days.
 */
function createsSignal({ finding, rule }: FindingWithRule, latest: Latest | undefined, now: Date): boolean {
  if (severities.indexOf(finding.severity) < severities.indexOf(rule.severity_floor)) return false
  if (rule.muted_until !== null && Date.parse(rule.muted_until) > now.getTime()) return false
  if (!latest) return true
  if (latest.is_active || latest.ended_at === null) return false
  if (finding.period.to <= latest.period_to) return false
  return latest.ended_at.getTime() + rule.cooldown_hours * 3_600_000 <= now.getTime()
}

/** Compares byte by byte, which is the order of dates and ids. */
const isNewerThan = (checkedThrough: string) => sql`checked_through collate "C" < ${checkedThrough}::text collate "C"`

async function confirmActive(tx: Prisma.TransactionClient, { team, checkedThrough }: Check, keys: string[], now: Date) {
  await tx.$executeRaw(sql`
    update signal set absences = 0, last_detected_at = ${now}, updated_at = ${now},
      occurrences = occurrences + case when ${isNewerThan(checkedThrough)} then 1 else 0 end,
      checked_through = case when ${isNewerThan(checkedThrough)} then ${checkedThrough} else checked_through end
    where team_id = ${team.id} and dedupe_key = any(${keys}) and status = any(${[...activeStatuses]})`)
}

async function resolveAbsent(
  tx: Prisma.TransactionClient,
  { team, client, key, checkedThrough }: Check,
  keys: string[],
  now: Date,
) {
  const ofCheck = sql`team_id = ${team.id} and client_id = ${client.id} and check_key = ${key}`
  await tx.$executeRaw(sql`
    update signal set absences = absences + 1, checked_through = ${checkedThrough}
    where ${ofCheck} and status = any(${[...activeStatuses]}) and not dedupe_key = any(${keys}) and ${isNewerThan(checkedThrough)}`)
  const resolved = await rowsIn(
    tx,
    idRow,
    sql`
      update signal set status = 'resolved', resolution = 'auto', ended_at = ${now}, updated_at = ${now}
      where ${ofCheck} and status in ('open', 'acknowledged') and absences >= ${absencesToResolve} returning id`,
  )
  const ids = resolved.map(({ id }) => id)
  await addEntries(tx, team.id, ids, { action: "resolved", text: "The condition is gone.", ...byEvaluation }, now)
}

/** `at`: when the finding was detected. */
type NewSignal = FindingWithRule & { id: string; dedupe_key: string; at: Date }

/** Returns false when another transaction has already created the signal. */
async function insertSignal(tx: Prisma.TransactionClient, check: Check, signal: NewSignal): Promise<boolean> {
  const { finding, rule, id, dedupe_key, at } = signal
  const { period, baseline, subject, observed, expected, evidence, ...rest } = finding
  const team_id = check.team.id
  const day = (date: string | undefined) => (date === undefined ? null : new Date(date))
  const { count } = await tx.signal.createMany({
    data: {
      ...rest,
      ...deviationOf(finding),
      id,
      team_id,
      client_id: check.client.id,
      project_id: check.project_id,
      rule_id: rule.rule_id,
      dedupe_key,
      subject: subject as Prisma.InputJsonObject,
      observed: observed as Prisma.InputJsonObject,
      expected: expected as Prisma.InputJsonObject,
      evidence: evidence as Prisma.InputJsonObject,
      period_from: new Date(period.from),
      period_to: new Date(period.to),
      period_timezone: check.timezone,
      baseline_from: day(baseline?.from),
      baseline_to: day(baseline?.to),
      check_key: check.key,
      checked_through: check.checkedThrough,
      first_detected_at: at,
      last_detected_at: at,
      created_at: at,
      updated_at: at,
    },
    skipDuplicates: true,
  })
  if (count > 0) await addEntries(tx, team_id, [id], { action: "created", ...byEvaluation }, at)
  return count > 0
}

function deviationOf({ observed, expected }: Finding) {
  if (observed.value === null || expected.value === null) return { delta_abs: null, delta_rel: null }
  const delta = Number((observed.value - expected.value).toFixed(12))
  return { delta_abs: delta, delta_rel: expected.value === 0 ? null : delta / Math.abs(expected.value) }
}

async function publishCreated(tx: Prisma.TransactionClient, { team, client, timezone }: Check, created: NewSignal) {
  const { finding, rule, id, dedupe_key, at } = created
  const signal = {
    ...finding,
    ...deviationOf(finding),
    id,
    status: "open" as const,
    client,
    period: { ...finding.period, timezone },
    rule_id: rule.rule_id,
    dedupe_key,
    first_detected_at: at,
    links: { self: `/api/v1/signals/${id}`, app: `${pageOf(team.slug)}${id}` },
  }
  await publish(tx, { team_id: team.id, type: "signal.created", data: { signal }, dedupe_key: `signal.created:${id}` })
}
