/** The contents of the secret dialog for a new API key, with three code snippets. */
import type { Data } from "@/components/api/types"
import type { SecretStepContent } from "@/components/forms/secret-dialog"
import { RequestSnippets } from "./request-snippets"

type Options = {
  title: string
  /** The URL of this installation, for the code snippets. */
  baseUrl: string
  /** The slug of the team. */
  slug: string
}

export const apiKeySecretStep = (
  { key, secret }: Data<"keys", "create">,
  { title, baseUrl, slug }: Options,
): SecretStepContent => ({
  title,
  lead: (
    <>
      <strong>You can see this key only now.</strong> Store it with your other secrets, and never in your code. If you
      lose it, rotate the key to get a new one.
    </>
  ),
  label: "API key",
  secret,
  nextSteps: <RequestSnippets secret={secret} baseUrl={baseUrl} />,
  doneLabel: "Done",
  path: `/${slug}/settings/api/keys/${key.id}`,
})
