/** Shows the properties of an API key. */
import type { Key } from "@/components/api/types"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Fact } from "@/components/ui/fact"
import { creatorLabel, expiryTime } from "./key-table"
import { scopeLabels } from "./scope-labels"

type Props = { apiKey: Key; replacementPath: string | null }

export function KeyFacts({ apiKey, replacementPath }: Props) {
  const { last_used_at, last_used_ip, last_used_user_agent, ip_allowlist, revoke_reason } = apiKey
  return (
    <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-t pt-4 text-table lg:grid-cols-3">
      <Fact name="Can read">{scopeLabels(apiKey.scopes)}</Fact>
      <Fact name="Created">
        <Time at={apiKey.created_at} /> by {creatorLabel(apiKey)}
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
      <Fact name={expiryLabels[apiKey.state]}>
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

const expiryLabels = { active: "Expires", in_grace: "Works until", expired: "Expired", revoked: "Revoked" }
