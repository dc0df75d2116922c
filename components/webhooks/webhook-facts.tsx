/** Shows the settings of a webhook: its events and how requests are sent. */
import type { Webhook } from "@/components/api/types"
import { Time } from "@/components/time"
import { Fact } from "@/components/ui/fact"
import { describeRetries, type RetryChoice } from "./sending-fields"

type Props = { webhook: Webhook; retries: RetryChoice[] }

export function WebhookFacts({ webhook, retries }: Props) {
  const { event_types, retry_profile, header_names, max_per_second, is_fifo, created_by, last_success_at } = webhook
  const retry = retries.find(({ profile }) => profile === retry_profile)
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
      <Fact name="Events">
        {event_types.includes("*") ? "all events" : <code className="text-table">{event_types.join(", ")}</code>}
      </Fact>
      <Fact name="Retries">{retry ? describeRetries(retry) : retry_profile}</Fact>
      <Fact name="Rate">
        {max_per_second ? `at most ${max_per_second} per second` : "no limit"}
        {is_fifo && ", in order"}
      </Fact>
      <Fact name="Custom headers">
        {header_names.length > 0 ? <code className="text-table">{header_names.join(", ")}</code> : "none"}
      </Fact>
      <Fact name="Last success">{last_success_at ? <Time at={last_success_at} /> : "never"}</Fact>
      <Fact name="Added">
        <Time at={webhook.created_at} />
        {created_by && ` by ${created_by.name}`}
        {created_by && !created_by.is_member && <span className="text-quiet"> (no longer in the team)</span>}
      </Fact>
    </dl>
  )
}
