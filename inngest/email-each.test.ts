import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { reportLeak } from "@/domain/keys/report-leak"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { startMailServer } from "@/domain/testing/mail-server"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { engineWithoutBackoff, triggerCron } from "./testing/background"

ownDatabase()

const notSent = "a notice was not emailed to one recipient"
const logged = vi.spyOn(log, "error")
beforeEach(() => void logged.mockReset().mockReturnValue())

/** The user ids in the log lines about recipients that got no email. */
const loggedUsers = () =>
  logged.mock.calls.flatMap(([facts, text]) =>
    String(text) === notSent ? (facts as unknown as { user: string }).user : [],
  )

async function setup() {
  const mail = await startMailServer()
  vi.stubEnv("SMTP_URL", mail.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await mail.stop()
  })
  return { mail, engine: await engineWithoutBackoff() }
}

/** A team with an admin whose address the mail server rejects, and with one that gets emails after that. */
async function teamWithRejectedAddress() {
  const team = await freshTeam()
  const ids = [await freshMember(team, "admin"), await freshMember(team, "admin")].map(({ actor }) => actor.id).sort()
  const [rejected = "", other = ""] = ids
  await acrossTeams(() =>
    prisma.user.update({ where: { id: rejected }, data: { email: `refused@${rejected.toLowerCase()}.example` } }),
  )
  return { team, rejected, other }
}

async function freshNotice(team: TeamFacts) {
  const { id: endpoint } = await freshWebhook(team)
  const id = newId("notice")
  await inTeam(team.id, () =>
    rows(sql`insert into webhook_notice (id, team_id, endpoint_id, kind, detail)
      values (${id}, ${team.id}, ${endpoint}, 'gone', 'The receiver answered 410.')`),
  )
  return id
}

async function freshSignal(team: TeamFacts) {
  const client = await freshClient(team)
  await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow()], new Date()))
}

/** The states of the function's ended runs whose event has this value. */
const endedRuns = (functionId: string, field: string, value: string) =>
  rows(sql`select r.state from engine_run r join engine_event e on e.id = r.event_id
    where r.function_id = ${`signalbox-${functionId}`} and r.state <> 'open' and e.payload -> 'data' ->> ${field} = ${value}`)

const unmailedSignals = () => acrossTeams(() => prisma.signal.count({ where: { mailed_at: null } }))

it("sends a notice to the other recipients when the mail server rejects one address, and only once", async () => {
  const { mail, engine } = await setup()
  const { team, rejected, other } = await teamWithRejectedAddress()
  const id = await freshNotice(team)
  await engine.accept([{ name: "webhooks/noticed", data: { notice_id: id } }])
  const isMailed = () => acrossTeams(() => prisma.webhookNotice.count({ where: { id, mailed_at: { not: null } } }))
  await expect.poll(isMailed).toBe(1)
  expect(mail.emails).toEqual([expect.stringContaining(other.toLowerCase())])
  expect(loggedUsers()).toEqual([rejected])
})

it("fails the run while the mail server is unreachable, so that the sweep sends the notice to all recipients later", async () => {
  const { mail, engine } = await setup()
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
  const { team } = await teamWithRejectedAddress()
  const notice_id = await freshNotice(team)
  await engine.accept([{ name: "webhooks/noticed", data: { notice_id } }])
  await expect.poll(() => endedRuns("notify", "notice_id", notice_id)).toEqual([{ state: "failed" }])
  expect(await acrossTeams(() => prisma.webhookNotice.count({ where: { id: notice_id, mailed_at: null } }))).toBe(1)
  expect(loggedUsers()).toEqual([])
  expect(mail.emails).toEqual([])
})

it("emails about a leaked key to the other recipients when the mail server rejects one address", async () => {
  const { mail, engine } = await setup()
  const { team, other } = await teamWithRejectedAddress()
  const { id, secret } = await freshKey(team)
  await reportLeak(`/${team.slug}?key=${secret}`, { ip: "203.0.113.9", userAgent: null })
  await engine.accept([{ name: "keys/leaked", data: { key_id: id } }])
  const isMailed = () => acrossTeams(() => prisma.apiKey.count({ where: { id, leak_mailed_at: { not: null } } }))
  await expect.poll(isMailed).toBe(1)
  expect(mail.emails).toEqual([expect.stringContaining(other.toLowerCase())])
})

it("emails the signals of each team in a separate run, also after an address that the mail server rejects", async () => {
  const { mail } = await setup()
  const first = await teamWithRejectedAddress()
  const second = await freshTeam()
  const { actor } = await freshMember(second, "owner")
  for (const team of [first.team, second]) await freshSignal(team)
  await triggerCron("email-signals")
  await expect.poll(unmailedSignals).toBe(0)
  const received = [first.other, actor.id].map((id) => expect.stringContaining(id.toLowerCase()))
  expect(mail.emails).toHaveLength(2)
  expect(mail.emails).toEqual(expect.arrayContaining(received))
  const runs = await rows(sql`select id from engine_run where function_id = 'signalbox-email-team-signals'`)
  expect(runs).toHaveLength(2)
})

it("does not mark a notice as emailed when the mail server rejects every address", async () => {
  const { mail } = await setup()
  const { team, rejected, other } = await teamWithRejectedAddress()
  await acrossTeams(() => prisma.membership.deleteMany({ where: { user_id: other } }))
  await freshSignal(team)
  await triggerCron("email-signals")
  await expect.poll(() => endedRuns("email-team-signals", "team_id", team.id)).toEqual([{ state: "completed" }])
  expect(mail.emails).toEqual([])
  expect(loggedUsers()).toEqual([rejected])
  expect(await unmailedSignals()).toBe(1)
})
