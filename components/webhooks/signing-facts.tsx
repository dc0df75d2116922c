/**
 * Shows how requests are signed: the active secrets, and the team's public keys if ed25519 is on. Admins can rotate the
 * ed25519 key.
 */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data, Webhook } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"

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

function RotateSigningKey() {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button size="small">Rotate ed25519 key</Button>}
      title="Rotate the team's ed25519 key?"
      action="Rotate ed25519 key"
      isHarmless
      mutation={api.webhooks.rotateSigningKey.mutationOptions()}
      input={{}}
      done="ed25519 key rotated"
    >
      <p>
        Every webhook that signs with <code>v1a</code> uses the new key immediately. The old key also signs and stays in
        the JWKS for 24 hours, so receivers that read the JWKS switch automatically.
      </p>
    </ConfirmDialog>
  )
}
