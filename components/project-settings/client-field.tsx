/** Field for a project's client: the name of a client, or of a new one. */
"use client"

import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useId } from "react"
import type { Problem } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"
import { Field } from "@/components/forms/field"
import { Input } from "@/components/ui/input"

type Props = {
  value: string
  onChange: (name: string) => void
  problem: Problem | null
}

export function ClientField({ value, onChange, problem }: Props) {
  const api = useApi()
  const listId = useId()
  const q = useDeferredValue(value.trim().slice(0, 100))
  const { data } = useQuery(
    api.clients.list.queryOptions({ limit: 20, sort: "name", status: ["active", "paused"], ...(q && { q }) }),
  )
  const names = (data?.data ?? []).map(({ name }) => name)
  const isNew = data !== undefined && q !== "" && !names.some((name) => isSame(name, q))
  return (
    <>
      <Field
        label="Client"
        name="client"
        hint={isNew ? `"${q}" will be created as a new client.` : "Choose a client, or enter the name of a new one."}
        problem={problem}
      >
        <Input
          required
          maxLength={120}
          autoComplete="off"
          list={listId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
