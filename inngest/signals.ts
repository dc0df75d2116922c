/** The Inngest functions of signals: they evaluate due clients, mark clients as due, and email new signals. */
import { evaluateDueClient, listDueClients, markUnevaluated } from "@/domain/signals/due-clients"
import { digestHourUtc, mailDigest, markMailed, planDigest, teamsToMail } from "@/domain/signals/mail-digest"
import { expireSignals, reopenSnoozed } from "@/domain/signals/timed-changes"
import { inngest } from "./client"
import { emailEach } from "./email-each"

/** More would occupy the runs of the embedded engine while the mail server responds slowly. */
const maxEmailingTeams = 4

/** After each scan and sync of a client: evaluates its signals. */
export const evaluateSignals = inngest.createFunction(
  {
    id: "evaluate-signals",
    triggers: [{ event: "signals/due" }],
    concurrency: { limit: 1, key: "event.data.client_id" },
    retries: 3,
  },
  async ({ event, step }) => {
    const { client_id } = event.data as { client_id: string }
    return step.run("evaluate", () => evaluateDueClient(client_id))
  },
)

/**
 * Every five minutes: opens snoozed signals whose time has ended, resolves expired ones, and evaluates clients whose
 * notification was lost.
 */
export const checkSignals = inngest.createFunction(
  { id: "check-signals", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1, retries: 0 },
  async ({ step }) => {
    await step.run("reopen", () => reopenSnoozed(new Date()))
    await step.run("expire", () => expireSignals(new Date()))
    const due = await step.run("find due clients", () => listDueClients(new Date()))
    if (due.length > 0)
      await step.sendEvent(
        "evaluate",
        due.map((client_id) => ({ name: "signals/due", data: { client_id } })),
      )
  },
)

/** Daily: marks every client as due, because a budget or a stale data source needs no new data to become a signal. */
export const markSignals = inngest.createFunction(
  { id: "mark-signals", triggers: [{ cron: "40 5 * * *" }], concurrency: 1, retries: 2 },
  () => markUnevaluated(new Date()),
)

/** Daily: starts a run for each team with new open signals, because Inngest allows at most 1,000 steps per run. */
export const emailSignals = inngest.createFunction(
  { id: "email-signals", triggers: [{ cron: `0 ${digestHourUtc} * * *` }], concurrency: 1, retries: 4 },
  async ({ step }) => {
    const teams = await step.run("find teams", teamsToMail)
    const date = new Date().toISOString().slice(0, 10)
    if (teams.length > 0)
      await step.sendEvent(
        "email teams",
        teams.map((team_id) => ({ name: "signals/digest", id: `${team_id}:${date}`, data: { team_id } })),
      )
  },
)

/** Emails new open signals of a team to the members who receive the daily email. */
export const emailTeamSignals = inngest.createFunction(
  { id: "email-team-signals", triggers: [{ event: "signals/digest" }], concurrency: maxEmailingTeams, retries: 4 },
  async (run) => {
    const { team_id } = run.event.data as { team_id: string }
    const digest = await run.step.run("plan", async () => (await planDigest(team_id)) ?? null)
    if (!digest) return
    const isSent = await emailEach(run, team_id, digest.user_ids, (user) => mailDigest(digest, user))
    if (isSent || digest.user_ids.length === 0) await run.step.run("mark as sent", () => markMailed(digest))
  },
)
