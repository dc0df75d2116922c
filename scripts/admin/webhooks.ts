/** `npm run admin -- webhooks`: lists endpoints with problems, or explains why one delivery was not sent. */
import { type Command, Option } from "commander"
import { deliveryStatus } from "@/domain/operating/delivery-status"
import { type WebhookStatus, webhookStatus } from "@/domain/operating/webhook-status"
import { UserError } from "../user-error"
import type { SelectCommand } from "./command"
import { formatAge, formatMinute, type OutputOptions, printFields, printRows } from "./output"

export function addWebhooksCommand(program: Command, select: SelectCommand) {
  program
    .command("webhooks")
    .description("List webhook endpoints that fail, are paused or disabled, or have waiting events.")
    .option("--all", "list every endpoint")
    .addOption(new Option("--delivery <id>", "explain why one delivery was not sent").conflicts("all"))
    .action(({ all, delivery }) =>
      select((options) => (delivery === undefined ? list(all === true, options) : explain(delivery, options))),
    )
}

async function list(all: boolean, options: OutputOptions) {
  const found = await webhookStatus({ all })
  const emptyMessage = all ? "There are no webhook endpoints yet." : "No webhook endpoint has a problem."
  printRows(options.json ? found : found.map(formatRow), emptyMessage, options)
}

const formatRow = ({ since, oldest_pending_at, last_error, why, ...endpoint }: WebhookStatus) => ({
  ...endpoint,
  since: formatMinute(since),
  for: formatAge(since),
  oldest_pending_at: formatMinute(oldest_pending_at),
  why,
  last_error,
})

async function explain(deliveryId: string, options: OutputOptions) {
  const found = await deliveryStatus(deliveryId)
  if (!found)
    throw new UserError(
      `There is no delivery "${deliveryId}". Its page and the delivery log show the ID, which starts with dlv_.`,
    )
  if (options.json) return printFields(found, options)
  const { created_at, next_attempt_at, paused_until } = found
  const times = { created_at, next_attempt_at, paused_until }
  const inMinutes = Object.fromEntries(Object.entries(times).map(([name, moment]) => [name, formatMinute(moment)]))
  printFields({ ...found, ...inMinutes }, options)
}
