/** The client of a name: the one that the team has, or one that is made now. */
"use client"

import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"

export function useClientId() {
  const api = useApi()
  const queries = useQueryClient()
  const { mutateAsync: create, error, isPending } = useMutation(api.clients.create.mutationOptions())
  async function clientIdOf(name: string): Promise<string> {
    const wanted = name.trim()
    const asked = api.clients.list.queryOptions({ q: wanted.slice(0, 100), sort: "name", limit: 200 })
    const { data } = await queries.fetchQuery(asked)
    const found = data.find((client) => client.name.toLowerCase() === wanted.toLowerCase())
    return found?.id ?? (await create({ name: wanted })).data.id
  }
  return { clientIdOf, error, isPending }
}
