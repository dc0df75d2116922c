import { expect, it, vi } from "vitest"
import { freshClient } from "@/domain/testing/client"
import { freshMember } from "@/domain/testing/person"
import { freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { digestEmail, markListed, planDigest, teamsToMail } from "./mail-digest"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

it("a new signal is emailed once, to owners and admins, and only with a mail server", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const owner = await freshMember(team, "owner")
  await freshMember(team, "member")
  const ids = await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow()], new Date()))
  expect(await teamsToMail()).toEqual([])
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
  vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  expect(await teamsToMail()).toContain(team.id)
  const digest = await planDigest(team.id)
  expect(digest).toEqual({ team_id: team.id, user_ids: [owner.actor.id], signal_ids: ids })
  await markListed(digest as NonNullable<typeof digest>)
  expect(await planDigest(team.id)).toBeUndefined()
  expect(await teamsToMail()).not.toContain(team.id)
  vi.unstubAllEnvs()
})

it("the email lists the signals with their client and severity, and links to each", () => {
  const signals = [{ id: "sig_1", title: "Sessions 42% below expected", severity: "warning", client: "Bergamo Bikes" }]
  expect(digestEmail({ email: "ada@agency.example", team: "Bergamo", slug: "bergamo" }, signals)).toEqual({
    to: "ada@agency.example",
    subject: "1 new signal in Bergamo",
    text: `Signalbox detected 1 new signal for the clients of Bergamo.

Bergamo Bikes: Sessions 42% below expected (warning)
http://localhost:3000/bergamo/signals/sig_1

All signals:
http://localhost:3000/bergamo/signals

You receive this email because you are an owner or admin of Bergamo.
`,
  })
})
