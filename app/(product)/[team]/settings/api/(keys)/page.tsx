/** The team's API keys. */
import type { Metadata } from "next"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { CreateKeyDialog } from "@/components/keys/create-key-dialog"
import { KeyTable } from "@/components/keys/key-table"
import { RequestSnippets } from "@/components/keys/request-snippets"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { PlanRequired } from "@/components/settings/plan-required"
import { TabHead } from "@/components/settings/tab-head"
import { baseUrl } from "@/domain/kernel/base-url"
import { scopeChoices } from "@/server/choices"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "API keys" }

const orders = ["-created_at", "created_at", "name", "-name", "last_used_at", "-last_used_at"] as const

type Props = TeamParams & { searchParams: Promise<{ sort?: string; cursor?: string }> }

export default async function KeysPage({ params, searchParams }: Props) {
  const { api, team, role, isAdmin, planName, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const path = `/${team.slug}/settings/api`
  const query = await searchParams
  const sort = sortFromQuery(query.sort, orders)
  const { data: keys, meta } = await orFirstPage(api.keys.list({ sort, cursor: query.cursor }), path)
  return (
    <>
      <TabHead
        title="API keys"
        actions={
          isAdmin ? (
            hasDeveloperAccess && <CreateKeyDialog scopes={scopeChoices} baseUrl={baseUrl()} slug={team.slug} />
          ) : (
            <RoleNote role={role} admin="create keys" />
          )
        }
      >
        Use an API key to read this team's data from your code. Keys are read-only.
      </TabHead>
      {!hasDeveloperAccess && (
        <PlanRequired title={`The ${planName} plan has no API`} teamPath={`/${team.slug}`}>
          {keys.length > 0 ? "Your keys are stored, but every request with them returns " : "Every request returns "}
          <code>403 plan_required</code>. Change to another plan to use the API.
        </PlanRequired>
      )}
      {keys.length > 0 ? (
        <>
          <KeyTable keys={keys} keysPath={`${path}/keys`} sorting={{ path, query, sort }} />
          <Pager meta={meta} path={path} query={query} noun={["key", "keys"]} />
          {hasDeveloperAccess && (
            <div className="mt-10">
              <Section
                title="Example request"
                lead={
                  <>
                    This request lists your clients. Set <code>SIGNALBOX_KEY</code> to the key.
                  </>
                }
              >
                <div className="max-w-2xl">
                  <RequestSnippets secret="$SIGNALBOX_KEY" baseUrl={baseUrl()} />
                </div>
              </Section>
            </div>
          )}
        </>
      ) : (
        hasDeveloperAccess && (
          <Empty title="No keys yet">
            {isAdmin ? "Create a key to send your first request." : "Owners and admins of the team can create keys."}
          </Empty>
        )
      )}
    </>
  )
}
