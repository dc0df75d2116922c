/** Form field that chooses a client: a select of all clients, or a search if the team has many. */
"use client"

import { useState } from "react"
import { fieldErrorAt, type Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { CautionNote } from "@/components/forms/problem-note"
import { SearchSelect } from "@/components/frame/search-select"
import { Options, Select } from "@/components/ui/input"
import { type ClientChoices, firstChoice, maxMenuLength } from "./client-choices"

type Choice = ClientChoices["clients"][number]

type Props = {
  choices: ClientChoices
  hint?: string
  problem: Problem | null
  disabled?: boolean
  /** Null without a choice. If it is left out, the field stores the choice itself. */
  value?: Choice | null
  onChoose?: (choice: Choice | null) => void
}

export function ClientSelectField({ choices, hint, problem, disabled, value, onChoose }: Props) {
  const { clients, notice } = choices
  const [stored, setStored] = useState(() => firstChoice(choices))
  const chosen = value === undefined ? stored : value
  function choose(choice: Choice | null) {
    setStored(choice)
    onChoose?.(choice)
  }
  // Replaces the server's message about an empty id. The error disappears once a client is chosen.
  const error = fieldErrorAt(problem, "client_id") && (chosen ? "" : "Choose a client.")
  return (
    <>
      {notice && !chosen && <CautionNote>{notice}</CautionNote>}
      <Field label="Client" name="client_id" error={error} {...(hint && { hint })}>
        {clients.length > maxMenuLength ? (
          <SearchSelect
            kind="clients"
            label="Client"
            searchLabel="Choose a client"
            value={chosen}
            emptyLabel="Choose a client"
            disabled={disabled}
            className="h-9 w-full px-3"
            onChoose={choose}
          />
        ) : (
          <Select
            required
            disabled={disabled}
            // A select without `value` keeps what the user chose before hydration.
            {...(value === undefined ? { defaultValue: stored?.id ?? "" } : { value: value?.id ?? "" })}
            onChange={({ target }) => choose(clients.find(({ id }) => id === target.value) ?? null)}
          >
            <option value="" disabled>
              Choose a client
            </option>
            <Options names={clients.map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
    </>
  )
}
