/** One webhook: its health, charts, deliveries, signing secrets and actions. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { PeriodField } from "@/components/lists/period-field"
import { TextWithTimes } from "@/components/text-with-times"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { Breakable } from "@/components/ui/breakable"
import { Button } from "@/components/ui/button"
import { chartRanges, rangeFromQuery } from "@/components/webhooks/chart-ranges"
import { DeliveryTable } from "@/components/webhooks/delivery-table"
import { EditWebhookDialog } from "@/components/webhooks/edit-webhook-dialog"
import { Notices } from "@/components/webhooks/notices"
import { RecoverDialog } from "@/components/webhooks/recover-dialog"
import { RecoveryList } from "@/components/webhooks/recovery-list"
import { refreshSeconds } from "@/components/webhooks/refresh-seconds"
import { RetryNow } from "@/components/webhooks/retry-now"
import { RotateSecret } from "@/components/webhooks/rotate-secret"
import { SigningFacts } from "@/components/webhooks/signing-facts"
import { WebhookActions } from "@/components/webhooks/webhook-actions"
import { WebhookCharts } from "@/components/webhooks/webhook-charts"
import { WebhookFacts } from "@/components/webhooks/webhook-facts"
import { WebhookHealth } from "@/components/webhooks/webhook-health"
import { hostOf } from "@/components/webhooks/webhook-url"
import { WebhooksPlanRequired } from "@/components/webhooks/webhooks-plan-required"
import { eventChoices, retryChoices } from "@/server/choices"
import { requireTeamMember } from "@/server/visit"
import { findWebhook } from "./find-webhook"

type Props = { params: Promise<{ team: string; webhook: string }>; searchParams: Promise<{ range?: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, webhook } = await params
  return { title: hostOf((await findWebhook(team, webhook)).url) }
}

/** Reads the statistics, deliveries, notices, recoveries and public keys of the webhook. */
async function readActivity(slug: string, webhook_id: string, range: ReturnType<typeof rangeFromQuery>) {
  const { api } = await requireTeamMember(slug)
  const { signs_ed25519 } = await findWebhook(slug, webhook_id)
  const [stats, deliveries, notices, recoveries, publicKeys] = await Promise.all([
    api.webhooks.getStats({ webhook_id, range }),
    api.deliveries.list({ webhook_id, limit: 10 }),
    api.webhooks.listNotices({ webhook_id, limit: 5 }),
    api.recoveries.list({ webhook_id, limit: 3 }),
    signs_ed25519 ? api.webhooks.listSigningKeys({}) : null,
  ])
  const recoveriesWithResults = await Promise.all(
    recoveries.data.map(({ id }) => api.recoveries.get({ recovery_id: id })),
  )
  return {
    stats: stats.data,
    deliveries: deliveries.data,
    notices: notices.data,
    recoveries: recoveriesWithResults.map(({ data }) => data),
    publicKeys: publicKeys?.data ?? null,
  }
}

export default async function WebhookPage({ params, searchParams }: Props) {
  const { team: slug, webhook: webhook_id } = await params
  const { team, role, isAdmin, planName, hasDeveloperAccess } = await requireTeamMember(slug)
  const webhook = await findWebhook(slug, webhook_id)
  const range = rangeFromQuery((await searchParams).range, webhook)
  const { stats, deliveries, notices, recoveries, publicKeys } = await readActivity(slug, webhook_id, range)
  const listPath = `/${team.slug}/settings/api/webhooks`
  const path = `${listPath}/${webhook.id}`
  const logPath = `${listPath}/deliveries`
  const isRecovering = recoveries.some(({ state }) => state === "running")
  return (
    <>
      <AutoRefresh everySeconds={isRecovering ? 2 : refreshSeconds(deliveries)} />
      <PageHead
        isInner
        crumbs={[{ name: "Webhooks", href: listPath, switchTo: "webhooks" }]}
        title={hostOf(webhook.url)}
        mark={<WebhookHealth webhook={webhook} />}
        actions={
          isAdmin ? (
            <WebhookActions webhook={webhook} listPath={listPath} hasDeveloperAccess={hasDeveloperAccess} />
          ) : (
            <RoleNote role={role} admin="test, change and pause webhooks, and send deliveries again" />
          )
        }
      >
        <code>
          <Breakable text={webhook.url} />
        </code>
        {webhook.description && <p>{webhook.description}</p>}
      </PageHead>
      {!hasDeveloperAccess && <WebhooksPlanRequired planName={planName} teamPath={`/${team.slug}`} hasWebhooks />}
      <p className="-mt-2 mb-6 max-w-[68ch]">
        <TextWithTimes text={webhook.why} />
        {webhook.health === "disabled" &&
          isAdmin &&
          hasDeveloperAccess &&
          " Fix the receiver, then resume the webhook. You choose whether to send the held events."}
      </p>
      {/* Leaves out the notices whose text is part of the sentence above. */}
      <Notices notices={notices.filter(({ detail }) => !webhook.why.includes(detail))} isAdmin={isAdmin} />
      <Section
        title="Activity"
        actions={
          <FilterForm path={path} isInline>
            <PeriodField presets={chartRanges} period={{ choice: range }} hasNoDates />
          </FilterForm>
        }
      >
        <WebhookCharts stats={stats} />
      </Section>
      <Section
        title="Deliveries"
        actions={
          <>
            {isAdmin && hasDeveloperAccess && <RetryNow webhook={webhook} />}
            {isAdmin && hasDeveloperAccess && <RecoverDialog webhookId={webhook.id} />}
            <Button asChild size="small">
              <Link href={`${logPath}?webhook_id=${webhook.id}`}>Show all deliveries</Link>
            </Button>
          </>
        }
      >
        {deliveries.length > 0 ? (
          <DeliveryTable deliveries={deliveries} base={logPath} />
        ) : (
          <Empty title="No deliveries yet">
            {isAdmin ? "Send a test event to check your receiver." : "Deliveries appear here after the first event."}
          </Empty>
        )}
        {recoveries.length > 0 && (
          <div className="mt-5">
            <h3 className="mb-2 font-strong">Recoveries</h3>
            <RecoveryList recoveries={recoveries} isAdmin={isAdmin} />
          </div>
        )}
      </Section>
      <Section
        title="Signing"
        lead="Requests are signed according to Standard Webhooks. Any Standard Webhooks library can verify them with the secret."
        actions={isAdmin && <RotateSecret webhook={webhook} path={path} />}
      >
        <SigningFacts webhook={webhook} publicKeys={publicKeys} isAdmin={isAdmin} />
      </Section>
      <Section
        title="Settings"
        actions={
          isAdmin && <EditWebhookDialog webhook={webhook} choices={{ events: eventChoices, retries: retryChoices }} />
        }
      >
        <WebhookFacts webhook={webhook} retries={retryChoices} />
      </Section>
    </>
  )
}
