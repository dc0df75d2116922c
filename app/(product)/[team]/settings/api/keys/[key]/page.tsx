/** One API key: its scopes, its usage, and how to rotate or revoke it. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { KeyFacts } from "@/components/keys/key-facts"
import { KeyState } from "@/components/keys/key-state"
import { type RequestQuery, requestFilters } from "@/components/keys/request-filters"
import { RequestLog } from "@/components/keys/request-log"
import { RevokeKey } from "@/components/keys/revoke-key"
import { RotateKey } from "@/components/keys/rotate-key"
import { UsageChart } from "@/components/keys/usage-chart"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import { baseUrl, curlCommand } from "@/server/curl-command"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import { countErrors } from "../../count-errors"
import { findKey } from "./find-key"

type Props = { params: Promise<{ team: string; key: string }>; searchParams: Promise<RequestQuery> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, key } = await params
  return { title: (await findKey(team, key)).name }
}

export default async function KeyPage({ params, searchParams }: Props) {
  const { team: slug, key: key_id } = await params
  const { api, team, role, isAdmin } = await requireTeamMember(slug)
  const key = await findKey(slug, key_id)
  const query = withFixedPeriod(await searchParams)
  const period = readListPeriod(query, team.timezone)
  const path = `/${team.slug}/settings/api/keys/${key.id}`
  const [usage, log, errors] = await Promise.all([
    api.keys.getUsage({ key_id }),
    orFirstPage(api.keys.listRequests({ limit: 25, ...requestFilters(query, period), key_id }), path),
    countErrors(api, { query, period, key_id }),
  ])
  const isLive = key.state === "active" || key.state === "in_grace"
  return (
    <>
      <PageHead
        crumbs={[
          {
            name: "API keys",
            href: `/${team.slug}/settings/api`,
            switchTo: "keys",
            switchPath: `/${team.slug}/settings/api/keys`,
          },
        ]}
        title={key.name}
        mark={<KeyState state={key.state} />}
        actions={
          isAdmin ? (
            <>
              <RotateKey apiKey={key} baseUrl={baseUrl()} slug={team.slug} />
              {isLive && <RevokeKey apiKey={key} />}
            </>
          ) : (
            <RoleNote role={role} admin="rotate and revoke keys" />
          )
        }
      >
        <code>{key.hint}</code>
      </PageHead>
      <UsageChart days={usage.data} />
      <KeyFacts
        apiKey={key}
        replacementPath={key.replaced_by && `/${team.slug}/settings/api/keys/${key.replaced_by}`}
      />
      <Section title="Requests">
        <RequestLog
          requests={log.data}
          meta={log.meta}
          path={path}
          logPath={`/${team.slug}/settings/api/logs`}
          query={query}
          period={period}
          firstRequest={curlCommand("/clients?limit=1")}
          errors={errors}
        />
      </Section>
    </>
  )
}
