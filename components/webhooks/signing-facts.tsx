/** Shows how requests are signed: the active secrets, and the team's public keys if ed25519 is on. */
import type { Data, Webhook } from "@/components/api/types"
import { Time } from "@/components/time"
import { CodeBlock } from "@/components/ui/code-block"
import { RotateSigningKey } from "./rotate-signing-key"

type Props = { webhook: Webhook; publicKeys: Data<"webhooks", "listSigningKeys"> | null; isAdmin: boolean }

export function SigningFacts({ webhook, publicKeys, isAdmin }: Props) {
  return (
    <>
      <ul className="grid gap-1">
        {webhook.secrets.map(({ version, created_at, expires_at }) => (
          <li key={version}>
            Secret {version}
            <span className="text-quiet">
              , created <Time at={created_at} />
              {expires_at && (
                <>
                  , expires <Time at={expires_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {publicKeys && (
        <div className="mt-4 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-2">
          <p>
            Requests are also signed with the team's ed25519 key (<code>v1a</code>). Public keys, newest first, and as
            JWKS:
          </p>
          {publicKeys.keys.map(({ id, public_key, expires_at }) => (
            <div key={id}>
              <CodeBlock code={public_key} label="Public key" />
              {expires_at && (
                <p className="mt-1 text-quiet text-small">
                  expires <Time at={expires_at} />
                </p>
              )}
            </div>
          ))}
          <CodeBlock code={publicKeys.jwks_url} label="JWKS URL" />
          {isAdmin && (
            <div>
              <RotateSigningKey />
            </div>
          )}
        </div>
      )}
    </>
  )
}
