/** Deliveries, the newest first: what was sent where, what came of it, and when it is tried next. */
import type { Delivery } from "@/components/api/types"
import { StatusCode } from "@/components/keys/status-code"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { DeliveryState } from "./delivery-state"
import { WebhookUrl } from "./webhook-url"

/** `base`: the address of the log, which each delivery's is below. */
type Props = { deliveries: Delivery[]; base: string; hasWebhooks?: boolean }

export function DeliveryTable({ deliveries, base, hasWebhooks }: Props) {
  return (
    <Table label="Deliveries" className="min-w-[720px]">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Event</Th>
          <Th>State</Th>
          {hasWebhooks && <Th>To</Th>}
          <Th>Last answer</Th>
          <Th className={numeric}>Attempts</Th>
          <Th>Next attempt</Th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Tr key={delivery.id} className="relative hover:bg-hover">
            <Td className="text-quiet">
              <Time at={delivery.created_at} />
            </Td>
            <Td className="whitespace-nowrap">
              <Link href={`${base}/${delivery.id}`} className="after:absolute after:inset-0">
                <code className="text-small">{delivery.event_type}</code>
              </Link>
            </Td>
            <Td>
              <DeliveryState delivery={delivery} />
            </Td>
            {hasWebhooks && (
              <Td className="max-w-56">
                <WebhookUrl url={delivery.endpoint.url} />
              </Td>
            )}
            <Td className="whitespace-nowrap">
              <LastAnswer delivery={delivery} />
            </Td>
            <Td className={numeric}>{delivery.attempts_made}</Td>
            <Td className="text-quiet">
              <NextAttempt delivery={delivery} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function LastAnswer({ delivery: { last_status, last_error_code } }: { delivery: Delivery }) {
  return (
    <>
      {last_status !== null && <StatusCode status={last_status} />}{" "}
      {last_error_code && <code className="text-quiet text-small">{last_error_code}</code>}
    </>
  )
}

const NextAttempt = ({ delivery: { state, next_attempt_at } }: { delivery: Delivery }) =>
  state === "pending" && next_attempt_at ? <Time at={next_attempt_at} /> : "–"
