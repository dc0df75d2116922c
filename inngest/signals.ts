/** The Inngest functions of signals: they evaluate due clients, mark clients as due, and email new signals. */
import { dueClients, evaluateDueClient, markUnevaluated } from "@/domain/signals/due-clients"
import { digestHourUtc, mailDigest, markMailed, planDigest, teamsToMail } from "@/domain/signals/mail-digest"
import { expireSignals, reopenSnoozed } from "@/domain/signals/timed-changes"
import { inngest } from "./client"

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
    const due = await step.run("find due clients", () => dueClients(new Date()))
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

/**
 * Daily: emails new open signals to owners and admins. Each recipient is a separate step, so a retry skips recipients
 * whose step has completed.
 */
export const emailSignals = inngest.createFunction(
  { id: "email-signals", triggers: [{ cron: `0 ${digestHourUtc} * * *` }], concurrency: 1, retries: 4 },
  async ({ step }) => {
    for (const team of await step.run("find teams", teamsToMail)) {
      const digest = await step.run(`plan ${team}`, async () => (await planDigest(team)) ?? null)
      if (!digest) continue
      for (const recipient of digest.user_ids)
        await step.run(`email ${team} ${recipient}`, () => mailDigest(digest, recipient))
      await step.run(`mark ${team}`, () => markMailed(digest))
    }
  },
)
