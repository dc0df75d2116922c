/** Authorizes a new or an existing data source: by consent on the platform's page, or with a token or key file. */
"use client"

import { useRouter } from "next/navigation"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { Button } from "@/components/ui/button"
import { Input, Textarea } from "@/components/ui/input"
import type { ProviderChoice } from "./source-labels"

type Props = {
  choice: ProviderChoice
  /** The data source to authorize again. */
  sourceId?: string
  /** Called with the new authorization after a token or key file was accepted. */
  onAuthorized: (grantId: string) => void
}

export function AuthorizeSource({ choice, sourceId, onAuthorized }: Props) {
  const { provider, name, grant_kinds } = choice
  const target = { provider, ...(sourceId && { data_source_id: sourceId }) }
  const hasConsent = grant_kinds.includes("oauth")
  const secret = grant_kinds.some((kind) => kind !== "oauth") ? providerSecrets[provider] : null
  return (
    <div className="grid max-w-[640px] gap-6">
      {hasConsent && <ConsentButton name={name} target={target} />}
      {hasConsent && secret && (
        <p className="text-quiet">Or enter a service credential. It keeps working when a person leaves:</p>
      )}
      {secret && (
        <SecretForm
          target={target}
          secret={secret}
          isKeyFile={grant_kinds.includes("service_account")}
          isAlternative={hasConsent}
          onAuthorized={onAuthorized}
        />
      )}
    </div>
  )
}

/** Second step of connecting a data source. Opens the third step afterwards. */
export function AuthorizeStep({ choice, path }: { choice: ProviderChoice; path: string }) {
  const router = useRouter()
  return (
    <AuthorizeSource
      choice={choice}
      onAuthorized={(grant) => router.push(`${path}?provider=${choice.provider}&grant=${grant}`)}
    />
  )
}

type Target = { provider: ProviderChoice["provider"]; data_source_id?: string }

function ConsentButton({ name, target }: { name: string; target: Target }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.dataSources.authorize.mutationOptions(), {
    onDone: ({ data }) => window.location.assign(data.url),
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p>{name} asks you for read access on its own page and then sends you back.</p>
      <ProblemNote problem={problem} />
      <Button kind="primary" isBusy={isBusy} onClick={() => run(target)}>
        Continue to {name}
      </Button>
    </div>
  )
}

type SecretProps = {
  target: Target
  secret: Secret
  isKeyFile: boolean
  /** True if the form also offers consent on the platform's page, which is then the primary button. */
  isAlternative: boolean
  onAuthorized: Props["onAuthorized"]
}

function SecretForm({ target, secret: { label, button, hint }, isKeyFile, isAlternative, onAuthorized }: SecretProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.dataSources.addCredentials.mutationOptions(), {
    onDone: ({ data }) => onAuthorized(data.grant_id),
  })
  return (
    <form
      method="post"
      autoComplete="off"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const { secret = "" } = formValues(event)
        run({ ...target, secret })
      }}
    >
      <Field
        label={label}
        name="secret"
        hint={`${hint} We check it, store it encrypted and never show it again.`}
        problem={problem}
      >
        {isKeyFile ? (
          <Textarea required maxLength={10_000} spellCheck={false} className="font-mono text-table" />
        ) : (
          <Input type="password" autoComplete="new-password" required minLength={8} maxLength={10_000} />
        )}
      </Field>
      <ProblemNote problem={problem} fields={["secret"]} />
      <div>
        <SubmitButton kind={isAlternative ? "plain" : "primary"} isBusy={isBusy}>
          {button}
        </SubmitButton>
      </div>
    </form>
  )
}

type Secret = { label: string; button: string; hint: string }

/** The secret that a user can enter, and where to get it. Null if the platform accepts only consent. */
const providerSecrets: Record<ProviderChoice["provider"], Secret | null> = {
  ga4: keyFile("viewer of the property"),
  search_console: keyFile("user of the property"),
  google_ads: null,
  meta_ads: {
    label: "Access token",
    button: "Add token",
    hint: "Create a system user with the permission ads_read in the business settings of Meta, and generate its token.",
  },
  bing_webmaster: {
    label: "API key",
    button: "Add key",
    hint: "In Bing Webmaster Tools, open Settings, then API access.",
  },
}

function keyFile(role: string): Secret {
  return {
    label: "Service account key file",
    button: "Add key file",
    hint: `Create a key file in the Google Cloud console, and add the account's email address as a ${role}. Paste the content of the JSON file.`,
  }
}
