/** `npm run admin -- webhooks`: lists endpoints with problems, or explains why one delivery was not sent. */
import { type Command, Option } from "commander"
import { deliveryStatus } from "@/domain/operating/delivery-status"
import { type WebhookStatus, webhookStatus } from "@/domain/operating/webhook-status"
import { UserError } from "../user-error"
import type { Choose } from "./command"
import { ageOf, minuteOf, printFields, printRows } from "./output"

export function webhooksCommand(program: Command, choose: Choose) {
  program
    .command("webhooks")
    .description("List webhook endpoints that fail, are paused or disabled, or have waiting events.")
    .option("--all", "list every endpoint")
    .addOption(new Option("--delivery <id>", "explain why one delivery was not sent").conflicts("all"))
    .action(({ all, delivery }) =>
      choose((options) => (delivery === undefined ? list(all === true, options) : explain(delivery, options))),
    )
}

async function list(all: boolean, options: { json?: boolean }) {
  const found = await webhookStatus({ all })
  const none = all ? "There are no webhook endpoints yet." : "No webhook endpoint has a problem."
  printRows(options.json ? found : found.map(row), none, options)
}

const row = ({ since, oldest_pending_at, last_error, why, ...endpoint }: WebhookStatus) => ({
  ...endpoint,
  since: minuteOf(since),
  for: ageOf(since),
  oldest_pending_at: minuteOf(oldest_pending_at),
  why,
  last_error,
})

async function explain(deliveryId: string, options: { json?: boolean }) {
  const found = await deliveryStatus(deliveryId)
  if (!found)
    throw new UserError(
      `There is no delivery "${deliveryId}". Its page and the delivery log show the ID, which starts with dlv_.`,
    )
  if (options.json) return printFields(found, options)
  const { created_at, next_attempt_at, paused_until } = found
  const times = { created_at, next_attempt_at, paused_until }
  const inMinutes = Object.fromEntries(Object.entries(times).map(([name, moment]) => [name, minuteOf(moment)]))
  printFields({ ...found, ...inMinutes }, options)
}
