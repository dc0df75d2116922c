/** Form fields of a webhook, for adding and changing. */
"use client"

import { useState } from "react"
import { fieldErrorAt, type Problem } from "@/components/api/problem"
import type { Webhook } from "@/components/api/types"
import { Field } from "@/components/forms/field"
import { CautionNote, ProblemNote } from "@/components/forms/problem-note"
import { Input } from "@/components/ui/input"
import { type EventChoice, EventFields } from "./event-fields"
import { type RetryChoice, SendingFields } from "./sending-fields"

export type WebhookChoices = { events: EventChoice[]; retries: RetryChoice[] }

type Props = { choices: WebhookChoices; webhook?: Webhook; problem: Problem | null }

export function WebhookFields({ choices, webhook, problem }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? "")
  const headerNames = webhook?.header_names ?? []
  const isRemovingHeaders = headerNames.length > 0 && !isSameUrl(url, webhook?.url ?? "")
  return (
    <>
      <Field
        label="URL"
        name="url"
        hint="An https URL on a public host. For a receiver on this machine, use the URL that npm run receive prints."
        problem={problem}
      >
        <Input
          type="url"
          inputMode="url"
          required
          maxLength={2_048}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://hooks.example.com/signalbox"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          className="font-mono text-table"
        />
      </Field>
      {isRemovingHeaders && <CautionNote isLive>{removalMessage(headerNames)}</CautionNote>}
      <EventFields
        choices={choices.events}
        chosen={webhook?.event_types}
        error={fieldErrorAt(problem, "event_types")}
      />
      <Field label="Description" name="description" hint="What you use the webhook for, such as CRM." problem={problem}>
        <Input maxLength={200} autoComplete="off" defaultValue={webhook?.description} />
      </Field>
      <details className="rounded-box border border-line px-3.5 py-2.5">
        <summary className="font-strong">Retries, headers, rate</summary>
        <div className="mt-4 mb-1.5 grid gap-5">
          <SendingFields
            retries={choices.retries}
            webhook={webhook}
            headerNames={isRemovingHeaders ? [] : headerNames}
            problem={problem}
          />
        </div>
      </details>
    </>
  )
}

/** Compares normalized URLs. The server compares them in the same way when it decides whether to remove headers. */
function isSameUrl(a: string, b: string) {
  const normalize = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).href : text.trim())
  return normalize(a) === normalize(b)
}

const removalMessage = (names: string[]) =>
  `Saving a new URL removes the custom ${names.length === 1 ? "header" : "headers"} ${names.join(", ")}, because the values are secret and belong to the previous URL. If the new URL needs them, enter them again below, under Retries, headers, rate.`

const fields = ["url", "event_types", "description", "retry_profile", "headers", "max_per_second"]

/** The error message of the form, for errors that its fields do not show, or not completely. */
export function WebhookFormError({ problem }: { problem: Problem | null }) {
  // A URL may break several rules, and its field shows only one.
  const hasHiddenUrlErrors = problem?.code === "url_not_allowed" && problem.detail !== fieldErrorAt(problem, "url")
  return <ProblemNote problem={problem} fields={hasHiddenUrlErrors ? [] : fields} />
}
