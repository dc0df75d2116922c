/** The team's webhooks. */
import type { Metadata } from "next"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { TabHead } from "@/components/settings/tab-head"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { CreateWebhookDialog } from "@/components/webhooks/create-webhook-dialog"
import { Notices } from "@/components/webhooks/notices"
import { WebhookTable } from "@/components/webhooks/webhook-table"
import { WebhooksPlanRequired } from "@/components/webhooks/webhooks-plan-required"
import { eventChoices, exampleBody, retryChoices } from "@/server/choices"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../../layout"

export const metadata: Metadata = { title: "Webhooks" }

type Props = TeamParams & { searchParams: Promise<{ sort?: string; cursor?: string }> }

export default async function WebhooksPage({ params, searchParams }: Props) {
  const { api, team, role, isAdmin, planName, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const path = `/${team.slug}/settings/api/webhooks`
  const query = await searchParams
  const sort = sortFromQuery(query.sort, ["-created_at", "url", "-url"])
  const [{ data: webhooks, meta }, notices] = await Promise.all([
    orFirstPage(api.webhooks.list({ sort, cursor: query.cursor, limit: 20 }), path),
    api.webhooks.listNotices({ limit: 5 }),
  ])
  const webhooksWithStats = await Promise.all(
    webhooks.map(async (webhook) => {
      const stats = await api.webhooks.getStats({ webhook_id: webhook.id, range: "24h" })
      return { webhook, stats: stats.data }
    }),
  )
  const choices = { events: eventChoices, retries: retryChoices }
  return (
    <>
      {webhooks.length > 0 && <AutoRefresh everySeconds={15} />}
      {!hasDeveloperAccess && (
        <WebhooksPlanRequired
          planName={planName}
          teamPath={`/${team.slug}`}
          hasWebhooks={webhooksWithStats.length > 0}
        />
      )}
      <Notices notices={notices.data} base={path} isAdmin={isAdmin} />
      <TabHead
        title="Webhooks"
        actions={
          <>
            {webhooks.length > 0 && (
              <Button asChild>
                <Link href={`${path}/deliveries`}>Delivery log</Link>
              </Button>
            )}
            {isAdmin && hasDeveloperAccess && <CreateWebhookDialog choices={choices} base={path} />}
            <RoleNote role={role} admin="add and change webhooks" />
          </>
        }
      >
        Notify your code of signals and finished scans. Requests are signed. Failed requests are retried for up to 3
        days.
      </TabHead>
      {webhooksWithStats.length > 0 && (
        <>
          <WebhookTable webhooks={webhooksWithStats} base={path} sorting={{ path, query, sort }} />
          <Pager meta={meta} path={path} query={query} noun={["webhook", "webhooks"]} />
        </>
      )}
      {webhooksWithStats.length === 0 && hasDeveloperAccess && (
        <div className="grid gap-8">
          <NoWebhooks isAdmin={isAdmin} />
          <Section
            title="What your receiver gets"
            lead={
              <>
                A POST request with a signature and a body like this one. The{" "}
                <Link href="/docs/events" className="underline underline-offset-2">
                  event catalog
                </Link>{" "}
                lists all fields.
              </>
            }
          >
            <div className="max-w-2xl">
              <CodeBlock code={exampleBody} label="Example of an event" className="max-h-80" />
            </div>
          </Section>
        </div>
      )}
    </>
  )
}

const NoWebhooks = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? (
    <Empty title="No webhooks yet" code="npm run receive -- --port 4000">
      Add the URL of your receiver. If you have none, this command starts one on your machine and prints its URL.
    </Empty>
  ) : (
    <Empty title="No webhooks yet">Owners and admins of the team can add webhooks.</Empty>
  )
