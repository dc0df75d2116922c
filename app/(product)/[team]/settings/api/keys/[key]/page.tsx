/** One API key: its scopes, its usage, and how to rotate or revoke it. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { KeyFacts } from "@/components/keys/key-facts"
import { KeyState } from "@/components/keys/key-state"
import type { RequestQuery } from "@/components/keys/request-filters"
import { RequestLog } from "@/components/keys/request-log"
import { RevokeKey } from "@/components/keys/revoke-key"
import { RotateKey } from "@/components/keys/rotate-key"
import { UsageChart } from "@/components/keys/usage-chart"
import { baseUrl } from "@/domain/kernel/base-url"
import { Problem } from "@/domain/kernel/errors"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import { readRequestLog } from "../../read-request-log"
import { findKey } from "./find-key"

type Props = { params: Promise<{ team: string; key: string }>; searchParams: Promise<RequestQuery> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, key } = await params
  return { title: (await findKey(team, key)).name }
}

export default async function KeyPage({ params, searchParams }: Props) {
  const { team: slug, key: key_id } = await params
  const visit = await requireTeamMember(slug)
  const { api, team, role, isAdmin } = visit
  const key = await findKey(slug, key_id)
  const path = `/${team.slug}/settings/api/keys/${key.id}`
  const [usage, log] = await Promise.all([
    orNullAfterTimeout(api.keys.getUsage({ key_id })),
    readRequestLog(visit, { query: await searchParams, path, limit: 25, key_id }),
  ])
  const isLive = key.state === "active" || key.state === "in_grace"
  return (
    <>
      <PageHead
        isInner
        crumbs={[
          {
            name: "Keys",
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
      {usage && <UsageChart days={usage.data} />}
      <KeyFacts
        apiKey={key}
        replacementPath={key.replaced_by && `/${team.slug}/settings/api/keys/${key.replaced_by}`}
      />
      <Section title="Requests">
        <RequestLog
          {...log}
          logPath={`/${team.slug}/settings/api/logs`}
          firstRequest={curlCommand("/clients?limit=1")}
        />
      </Section>
    </>
  )
}

/** Returns null when the call takes too long, so that the page shows the rest. */
const orNullAfterTimeout = <T,>(call: Promise<T>) =>
  call.catch((error: unknown) => {
    if (error instanceof Problem && error.code === "timeout") return null
    throw error
  })
