/** Loads the records that a breadcrumb's menu switches to, by text if there is one. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"

/** `clientsWithProjects`: the clients that have a project. An entry leads to the project. */
export type SwitchTo = "clients" | "clientsWithProjects" | "projects" | "reports" | "sources" | "webhooks" | "keys"

/** The id is that of the page that an entry opens. */
type Sibling = { id: string; name: string }
type Project = Sibling & { client_id: string }

type Siblings = {
  /** Undefined while they load. */
  siblings: Sibling[] | undefined
  /** Whether a search can find more records than these. */
  hasMore: boolean
  /** False while `siblings` are those of an earlier text. */
  isCurrent: boolean
  isError: boolean
}

type List = {
  data?: { meta: { truncated?: boolean } } | undefined
  isSuccess: boolean
  isPlaceholderData: boolean
  isError: boolean
}

export function useSiblings(kind: SwitchTo, text = ""): Siblings {
  const api = useApi()
  const query = text === "" ? {} : { q: text }
  const options = { placeholderData: keepPreviousData, retry: text === "" }
  const some = (...kinds: SwitchTo[]) => ({ ...options, enabled: kinds.includes(kind) })
  const clients = useQuery({
    ...api.clients.list.queryOptions({ ...query, limit: 50, sort: "name", status: ["active", "paused"] }),
    ...some("clients", "clientsWithProjects"),
  })
  const projects = useQuery({
    ...api.aiVisibility.listProjects.queryOptions({ ...query, limit: 50, status: ["active", "paused"] }),
    ...some("projects", "clientsWithProjects"),
  })
  const reports = useQuery({
    ...api.reports.list.queryOptions({ ...query, limit: 50, status: ["draft", "published"] }),
    ...some("reports"),
  })
  const sources = useQuery({ ...api.dataSources.list.queryOptions({ limit: 200 }), ...some("sources") })
  const webhooks = useQuery({ ...api.webhooks.list.queryOptions({ limit: 200, sort: "url" }), ...some("webhooks") })
  const keys = useQuery({
    ...api.keys.list.queryOptions({ limit: 200, sort: "name", state: ["active"] }),
    ...some("keys"),
  })
  const lists: Record<SwitchTo, List[]> = {
    clients: [clients],
    clientsWithProjects: [clients, projects],
    projects: [projects],
    reports: [reports],
    sources: [sources],
    webhooks: [webhooks],
    keys: [keys],
  }
  const needed = lists[kind]
  // The other lists have no search.
  const searched: List[] = [clients, projects, reports]
  const named: Record<SwitchTo, () => Sibling[] | undefined> = {
    clients: () => clients.data?.data,
    clientsWithProjects: () =>
      clients.data && projects.data && projectsOfClients(clients.data.data, projects.data.data, text !== ""),
    projects: () => projects.data?.data,
    reports: () => reports.data?.data,
    sources: () => sources.data?.data.map(({ id, display_name: name }) => ({ id, name })),
    webhooks: () => webhooks.data?.data.map(({ id, url }) => ({ id, name: url.replace(/^https?:\/\//, "") })),
    keys: () => keys.data?.data,
  }
  return {
    siblings: named[kind](),
    hasMore: needed.some((list) => searched.includes(list) && list.data?.meta.truncated),
    isCurrent: needed.every(({ isPlaceholderData, isSuccess }) => isSuccess && !isPlaceholderData),
    isError: needed.some(({ isError }) => isError),
  }
}

/**
 * Without a search, one entry for each client that has a project: its name, and the id of its first project. A search
 * finds projects by their names, too, and lists each project.
 */
function projectsOfClients(clients: Sibling[], projects: Project[], isSearch: boolean): Sibling[] {
  if (!isSearch)
    return clients.flatMap(({ id, name }) => {
      const project = projects.find(({ client_id }) => client_id === id)
      return project ? [{ id: project.id, name }] : []
    })
  return projects.map(({ id, name, client_id }) => {
    const client = clients.find((candidate) => candidate.id === client_id)
    return { id, name: client ? `${client.name} · ${name}` : name }
  })
}
