/** What is known of a delivery beside its attempts. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { Fact } from "./webhook-facts"

export function DeliveryFacts({ delivery }: { delivery: Data<"deliveries", "get"> }) {
  const { message, ended_at, state, recovery_id, is_replayed } = delivery
  return (
    <dl className="mb-10 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name="Message (webhook-id)">
        <code className="break-all text-table">{delivery.message_id}</code>
      </Fact>
      <Fact name="Delivery">
        <code className="break-all text-table">{delivery.id}</code>
      </Fact>
      {message && (
        <Fact name="Happened">
          <Time at={message.occurred_at} />, event {message.seq.toLocaleString("en")} of the team
          {message.is_test && ", a test"}
        </Fact>
      )}
      <Fact name="Attempts">
        {delivery.attempts_made}
        {delivery.attempts_made !== delivery.attempts_counted && `, ${delivery.attempts_counted} of them count`}
        {state === "pending" && !delivery.is_retried && ", no retries follow"}
      </Fact>
      {ended_at && (
        <Fact name="Ended">
          <Time at={ended_at} />
        </Fact>
      )}
      {(recovery_id || is_replayed) && (
        <Fact name="Sent by">
          {recovery_id ? "a recovery" : "hand"}
          {is_replayed && ", older than the webhook's delivery of it"}
        </Fact>
      )}
    </dl>
  )
}
