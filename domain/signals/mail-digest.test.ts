import { expect, it, onTestFinished, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { startMailServer } from "@/domain/testing/mail-server"
import { asAnybody, freshMember, freshPerson } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { listDigests } from "./list-digests"
import { digestEmail, mailDigest, markMailed, planDigest, teamsToMail } from "./mail-digest"
import { recordFindings } from "./record-findings"
import { setDigest } from "./set-digest"
import { checkOf, foundNow } from "./testing/findings"
import { unsubscribe } from "./unsubscribe"
import { unsubscribeToken } from "./unsubscribe-token"

/** A team with one new signal. */
async function teamWithSignal() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const ids = await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow()], new Date()))
  return { team, ids }
}

/** A signed-in person who is a member of the team. */
async function joined(team: { id: string }, role: string) {
  const person = await freshPerson()
  await acrossTeams(() => prisma.membership.create({ data: { team_id: team.id, user_id: person.actor.id, role } }))
  return person
}

it("a new signal is emailed once, to owners and admins, and only with a mail server", async () => {
  const { team, ids } = await teamWithSignal()
  const owner = await freshMember(team, "owner")
  await freshMember(team, "member")
  expect(await teamsToMail()).toEqual([])
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  expect(await teamsToMail()).toContain(team.id)
  const digest = await planDigest(team.id)
  expect(digest).toEqual({ team_id: team.id, user_ids: [owner.actor.id], signal_ids: ids })
  await markMailed(digest as NonNullable<typeof digest>)
  expect(await planDigest(team.id)).toBeUndefined()
  expect(await teamsToMail()).not.toContain(team.id)
  vi.unstubAllEnvs()
})

it("each member turns the email on or off, and a link in the email turns it off without signing in", async () => {
  const { team } = await teamWithSignal()
  const owner = await joined(team, "owner")
  const member = await joined(team, "member")
  const readers = async () => (await planDigest(team.id))?.user_ids
  const set = (person: typeof owner, digest: "daily" | "off") => run(setDigest, person, { team_id: team.id, digest })
  expect((await run(listDigests, member, {})).data.teams).toEqual([
    { team_id: team.id, team_name: team.name, digest: "off" },
  ])
  await set(member, "daily")
  expect(await readers()).toEqual([owner.actor.id, member.actor.id].sort())
  await set(owner, "off")
  expect(await readers()).toEqual([member.actor.id])
  const token = unsubscribeToken({ team_id: team.id, user_id: member.actor.id })
  const otherMember = token.replace(member.actor.id, owner.actor.id)
  const manyBytes = token.replace(/[^.]+$/, (signature) => "é".repeat(signature.length))
  for (const forged of [otherMember, manyBytes])
    await expect(run(unsubscribe, asAnybody(), { token: forged })).rejects.toThrow(
      "Your team has no link with this ID.",
    )
  await run(unsubscribe, asAnybody(), { token })
  expect(await readers()).toEqual([])
  const other = await freshTeam()
  await expect(run(setDigest, owner, { team_id: other.id, digest: "daily" })).rejects.toMatchObject({
    code: "resource_not_found",
  })
  const entries = await inTeam(team.id, () => prisma.auditEntry.findMany({ where: { team_id: team.id } }))
  expect(entries.map(({ action }) => action)).toEqual(Array(3).fill("member.digest_changed"))
})

it("the email arrives at a mail server with its signals and its link, and not at a person who turned it off", async () => {
  const server = await startMailServer()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })
  vi.stubEnv("SMTP_URL", server.url)
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  const { team } = await teamWithSignal()
  const owner = await joined(team, "owner")
  const digest = await planDigest(team.id)
  if (!digest) throw new Error("the team has a signal to email")
  await mailDigest(digest, owner.actor.id)
  const link = `http://localhost:3000/account/unsubscribe/${unsubscribeToken({ team_id: team.id, user_id: owner.actor.id })}`
  expect(server.emails).toHaveLength(1)
  expect(server.emails[0]).toContain(`To: ${owner.actor.email}`)
  expect(server.emails[0]).toContain(`Subject: 1 new signal in ${team.name}`)
  expect(server.emails[0]?.replace(/\n /g, " ")).toContain(`List-Unsubscribe: <${link}>`)
  expect(server.emails[0]).toContain(`Turn off this email:\n${link}`)
  await run(setDigest, owner, { team_id: team.id, digest: "off" })
  await mailDigest(digest, owner.actor.id)
  expect(server.emails).toHaveLength(1)
})

it("the email lists the signals with their client and severity, and links to each", () => {
  const signals = [{ id: "sig_1", title: "Sessions 42% below expected", severity: "warning", client: "Bergamo Bikes" }]
  const reader = { user_id: "usr_1", email: "ada@agency.example", team_id: "tea_1", team: "Bergamo", slug: "bergamo" }
  const stop = `http://localhost:3000/account/unsubscribe/${unsubscribeToken(reader)}`
  expect(digestEmail(reader, signals)).toEqual({
    to: "ada@agency.example",
    subject: "1 new signal in Bergamo",
    list: { unsubscribe: stop },
    text: `Signalbox detected 1 new signal for the clients of Bergamo.

Bergamo Bikes: Sessions 42% below expected (warning)
http://localhost:3000/bergamo/signals/sig_1

All signals:
http://localhost:3000/bergamo/signals

You receive this email because you are a member of Bergamo. Turn off this email:
${stop}
`,
  })
})
