/** `npm run admin -- webhooks`: lists failing, paused and disabled endpoints with their team, start time and reason. */
import type { Command } from "commander"
import { type WebhookStatus, webhookStatus } from "@/domain/operating/webhook-status"
import type { Choose } from "./command"
import { ageOf, minuteOf, printRows } from "./output"

export function webhooksCommand(program: Command, choose: Choose) {
  program
    .command("webhooks")
    .description("List webhook endpoints that fail, are paused or disabled, or have waiting events.")
    .option("--all", "list every endpoint")
    .action(({ all }) =>
      choose(async (options) => {
        const found = await webhookStatus({ all: all === true })
        printRows(
          options.json ? found : found.map(row),
          all ? "There are no webhook endpoints yet." : "No webhook endpoint has a problem.",
          options,
        )
      }),
    )
}

const row = ({ since, oldest_pending_at, last_error, why, ...endpoint }: WebhookStatus) => ({
  ...endpoint,
  since: minuteOf(since),
  for: ageOf(since),
  oldest_pending_at: minuteOf(oldest_pending_at),
  why,
  last_error,
})
