/** Shows the properties of a delivery. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { CopyIconButton } from "@/components/ui/copy-button"
import { Fact } from "@/components/ui/fact"
import { count } from "@/domain/kernel/format-count"

export function DeliveryFacts({ delivery }: { delivery: Data<"deliveries", "get"> }) {
  const { message, ended_at, state, recovery_id, is_replayed } = delivery
  return (
    <dl className="mb-10 grid grid-cols-2 gap-x-12 gap-y-4 sm:flex sm:flex-wrap">
      <Fact name="Message (webhook-id)" isWide>
        <Id id={delivery.message_id} />
      </Fact>
      <Fact name="Delivery" isWide>
        <Id id={delivery.id} />
      </Fact>
      {message && (
        <Fact name="Occurred">
          <Time at={message.occurred_at} />
          {message.is_test && ", a test"}
        </Fact>
      )}
      {message && <Fact name="Sequence number">{count(message.seq)}</Fact>}
      <Fact name="Attempts">
        {delivery.attempts_made}
        {delivery.attempts_made !== delivery.attempts_counted &&
          ` (${delivery.attempts_counted} count toward the retry limit)`}
        {state === "pending" && !delivery.is_retried && ", without retries"}
      </Fact>
      {ended_at && (
        <Fact name="Ended">
          <Time at={ended_at} />
        </Fact>
      )}
      {(recovery_id || is_replayed) && (
        <Fact name="Sent" isWide>
          {recovery_id ? "by a recovery" : "manually"}
          {is_replayed && ", replayed: the event is older than this webhook's subscription"}
        </Fact>
      )}
    </dl>
  )
}

const Id = ({ id }: { id: string }) => (
  <span className="flex items-start gap-1">
    <code className="min-w-0 break-all text-table">{id}</code>
    <CopyIconButton text={id} label="Copy ID" />
  </span>
)
