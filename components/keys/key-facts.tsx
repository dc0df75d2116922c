/** Shows the properties of an API key. */

import type { ReactNode } from "react"
import type { Key } from "@/components/api/types"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { creatorWords, expiryTime } from "./key-table"
import { scopeWords } from "./scope-words"

type Props = { apiKey: Key; replacementPath: string | null }

export function KeyFacts({ apiKey, replacementPath }: Props) {
  const { last_used_at, last_used_ip, last_used_user_agent, ip_allowlist, revoke_reason } = apiKey
  return (
    <dl className="mb-10 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name="Can read">{scopeWords(apiKey.scopes)}</Fact>
      <Fact name="Created">
        <Time at={apiKey.created_at} /> {creatorWords(apiKey)}
      </Fact>
      <Fact name="Last used">
        {last_used_at ? (
          <>
            <Time at={last_used_at} />
            {last_used_ip && ` from ${last_used_ip}`}
            <span className="block break-words text-quiet text-small">{last_used_user_agent}</span>
          </>
        ) : (
          "never"
        )}
      </Fact>
      <Fact name={endWords[apiKey.state]}>
        {expiryTime(apiKey)}
        {revoke_reason && revoke_reason !== "revoked" && <span className="block text-quiet">{revoke_reason}</span>}
        {replacementPath && (
          <Link href={replacementPath} className="block text-accent underline underline-offset-2">
            View the replacement key
          </Link>
        )}
      </Fact>
      <Fact name="Allowed IP addresses">
        {ip_allowlist.length > 0 ? <code>{ip_allowlist.join(", ")}</code> : "anywhere"}
      </Fact>
      <Fact name="API version">
        <code>{apiKey.api_version}</code>
      </Fact>
    </dl>
  )
}

const endWords = { active: "Expires", in_grace: "Works until", expired: "Expired", revoked: "Revoked" }

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-quiet text-small">{name}</dt>
    <dd className="mt-0.5 break-words">{children}</dd>
  </div>
)
