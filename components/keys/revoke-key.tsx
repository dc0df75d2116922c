/** Revokes a key after a confirmation that names what will stop working. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Key } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { scopeLabels } from "./scope-labels"

export function RevokeKey({ apiKey }: { apiKey: Key }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button className="text-danger-text">Revoke key</Button>}
      title={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      mutation={api.keys.revoke.mutationOptions()}
      input={{ key_id: apiKey.id }}
      done="Key revoked"
    >
      <p>
        Every program that uses <code className="break-all">{apiKey.hint}</code> immediately loses access to{" "}
        {scopeLabels(apiKey.scopes)}. Its requests return 401.
      </p>
      <p>
        {apiKey.last_used_at ? (
          <>
            It was last used <Time at={apiKey.last_used_at} />
            {apiKey.last_used_user_agent && ` by ${apiKey.last_used_user_agent}`}.
          </>
        ) : (
          "It was never used."
        )}{" "}
        This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
