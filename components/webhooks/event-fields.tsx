/** Form fields for the events that a webhook receives: all, or single event types. */
"use client"

import { useState } from "react"
import { CheckboxGroup } from "@/components/forms/checkbox-group"
import { Checkbox } from "@/components/ui/checkbox"

export type EventChoice = { type: string; summary: string }

type Props = { choices: EventChoice[]; chosen?: string[]; error: string | undefined }

/** The form offers patterns such as `signal.*` only if the webhook already has them. */
export function EventFields({ choices, chosen = ["*"], error }: Props) {
  const [isAll, setAll] = useState(chosen.includes("*"))
  const families = chosen.filter((pattern) => pattern.endsWith(".*"))
  return (
    <CheckboxGroup legend="Events" error={error && "Choose at least one event."}>
      <Checkbox name="all_events" checked={isAll} onChange={(event) => setAll(event.target.checked)}>
        All events, including future event types
      </Checkbox>
      {!isAll && (
        <div className="ml-6.5 grid">
          {families.map((family) => (
            <Checkbox key={family} name="event_types" value={family} defaultChecked>
              All events of the type <code className="text-quiet text-small">{family}</code>
            </Checkbox>
          ))}
          {choices.map(({ type, summary }) => (
            <Checkbox
              key={type}
              name="event_types"
              value={type}
              defaultChecked={chosen.includes("*") || chosen.includes(type)}
            >
              {summary} <code className="text-quiet text-small">{type}</code>
            </Checkbox>
          ))}
        </div>
      )}
    </CheckboxGroup>
  )
}

export function readEventTypes(form: HTMLFormElement): string[] {
  const values = new FormData(form)
  return values.has("all_events") ? ["*"] : values.getAll("event_types").map(String)
}
