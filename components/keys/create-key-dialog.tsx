/** Dialog that creates an API key and shows it once. */
"use client"

import type { Data } from "@/components/api/types"
import { CreateDialog } from "@/components/forms/secret-dialog"
import { Button } from "@/components/ui/button"
import type { ScopeChoice } from "./scope-fields"

type Props = { scopes: ScopeChoice[]; baseUrl: string; slug: string }

const loadForm = () => import("./create-key-form")

export function CreateKeyDialog({ scopes, baseUrl, slug }: Props) {
  return (
    <CreateDialog<Data<"keys", "create">, Awaited<ReturnType<typeof loadForm>>>
      trigger={<Button kind="primary">Create key</Button>}
      title="Create an API key"
      className="max-w-xl"
      load={loadForm}
      form={({ KeyForm }, onCreated) => <KeyForm scopes={scopes} onCreated={onCreated} />}
      secretOf={({ apiKeySecretStep }, created) =>
        apiKeySecretStep(created, { title: `API key: ${created.key.name}`, baseUrl, slug })
      }
    />
  )
}
