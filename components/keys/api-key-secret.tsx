/** The contents of the secret dialog for a new API key, with three code snippets. */
import type { Data } from "@/components/api/types"
import type { Secret } from "@/components/forms/secret-dialog"
import { Snippets } from "./snippets"

type Where = { title: string; baseUrl: string; slug: string }

export const apiKeySecret = ({ key, secret }: Data<"keys", "create">, { title, baseUrl, slug }: Where): Secret => ({
  title,
  lead: (
    <>
      <strong>This is the only time you see it.</strong> Keep it where your code's secrets are kept, never in the code
      itself. If it is lost, rotate the key for a new one.
    </>
  ),
  label: "API key",
  secret,
  uses: <Snippets secret={secret} baseUrl={baseUrl} />,
  end: "I have stored it",
  path: `/${slug}/settings/api/keys/${key.id}`,
})
