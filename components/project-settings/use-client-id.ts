/** Hook that finds the client with a name, or creates it. */
"use client"

import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { ApiError } from "@/components/api/problem"
import { useApi } from "@/components/api/provider"

export function useClientId() {
  const api = useApi()
  const queries = useQueryClient()
  const { mutateAsync: create } = useMutation(api.clients.create.mutationOptions())
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)

  /**
   * Returns the client's id, or null on failure. `error` contains the reason, also when the clients could not be
   * loaded.
   */
  async function clientIdOf(name: string): Promise<string | null> {
    setPending(true)
    setError(null)
    try {
      return await findOrCreate(name.trim())
    } catch (caught) {
      setError(caught as ApiError)
      return null
    } finally {
      setPending(false)
    }
  }

  async function findOrCreate(name: string) {
    const options = api.clients.list.queryOptions({ q: name.slice(0, 100), sort: "name", limit: 200 })
    const { data } = await queries.fetchQuery(options)
    const found = data.find((client) => client.name.toLowerCase() === name.toLowerCase())
    return found?.id ?? (await create({ name })).data.id
  }

  return { clientIdOf, error, isPending }
}
