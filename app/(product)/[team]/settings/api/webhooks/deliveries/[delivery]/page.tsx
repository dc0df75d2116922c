/** One delivery: its attempts with timing, request and response, its next attempt, and how to send it again. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { TextWithTimes } from "@/components/text-with-times"
import { Time } from "@/components/time"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { Breakable } from "@/components/ui/breakable"
import { AttemptTimeline } from "@/components/webhooks/attempt-timeline"
import { CopyAsCurl } from "@/components/webhooks/copy-as-curl"
import { DeleteContent } from "@/components/webhooks/delete-content"
import { DeliveryFacts } from "@/components/webhooks/delivery-facts"
import { DeliveryState } from "@/components/webhooks/delivery-state"
import { EventBody } from "@/components/webhooks/event-body"
import { refreshSeconds } from "@/components/webhooks/refresh-seconds"
import { ResendDelivery } from "@/components/webhooks/resend-delivery"
import { unsentReason } from "@/domain/deliveries/unsent-reason"
import { orNull, requireTeamMember } from "@/server/visit"
import { findDelivery } from "./find-delivery"

export const metadata: Metadata = { title: "Delivery" }

type Props = { params: Promise<{ team: string; delivery: string }> }

export default async function DeliveryPage({ params }: Props) {
  const { team: slug, delivery: delivery_id } = await params
  const { api, team, role, isAdmin, hasDeveloperAccess } = await requireTeamMember(slug)
  const { data: delivery, meta } = await findDelivery(slug, delivery_id)
  const listPath = `/${team.slug}/settings/api/webhooks`
  const { endpoint, message } = delivery
  const webhook = endpoint.is_deleted ? null : await orNull(api.webhooks.get({ webhook_id: endpoint.id }))
  const reason = unsentReason(delivery, webhook?.data ?? null)
  const storedMessage = message?.body == null ? null : message
  const canSend = isAdmin && hasDeveloperAccess && !endpoint.is_deleted && storedMessage !== null
  return (
    <>
      <AutoRefresh everySeconds={refreshSeconds([delivery])} />
      <PageHead
        isInner
        crumbs={[
          { name: "Webhooks", href: listPath },
          { name: "Delivery log", href: `${listPath}/deliveries` },
        ]}
        title={delivery.event_type}
        mark={<DeliveryState delivery={delivery} />}
        actions={
          isAdmin ? (
            <>
              {storedMessage && <DeleteContent messageId={storedMessage.id} />}
              {canSend && <CopyAsCurl deliveryId={delivery.id} />}
              {canSend && delivery.state !== "leased" && <ResendDelivery delivery={delivery} />}
            </>
          ) : (
            <RoleNote role={role} admin="send deliveries again" />
          )
        }
      >
        To{" "}
        {endpoint.is_deleted ? (
          <span className="break-all">{endpoint.url || "a webhook"} (deleted)</span>
        ) : (
          <Link href={`${listPath}/${endpoint.id}`} className="text-accent underline underline-offset-2">
            <Breakable text={endpoint.url} />
          </Link>
        )}
        , <Time at={delivery.created_at} />
      </PageHead>
      {reason && delivery.state !== "pending" && (
        <p role="status" className="mb-6 max-w-[68ch]">
          <TextWithTimes text={reason} />
        </p>
      )}
      <DeliveryFacts delivery={delivery} />
      <Section title="Attempts">
        <AttemptTimeline delivery={delivery} omitted={meta.truncation?.omitted ?? 0} unsentReason={reason} />
      </Section>
      {delivery.attempts.length === 0 && (
        <Section title="Event" lead="Every attempt sends exactly this body.">
          <EventBody message={message} />
        </Section>
      )}
    </>
  )
}
