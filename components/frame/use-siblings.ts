/** Loads the records that a breadcrumb's menu switches to or a search offers, by text if there is one. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { useApi } from "@/components/api/provider"

/** `clientsWithProjects`: the clients that have a project. An entry leads to the client's newest project. */
export type SwitchTo =
  | "clients"
  | "clientsWithProjects"
  | "projects"
  | "reports"
  | "sources"
  | "webhooks"
  | "keys"
  | "prompts"
  | "domains"
  | "scans"

/** `ruleScopes`: the clients and AI-visibility projects that a signal rule can be for. */
export type SearchKind = SwitchTo | "ruleScopes"

type Sibling = {
  /** In the menu of a breadcrumb, the id of the page that the entry opens. */
  id: string
  name: string
  /** What the record is, if the records are of several kinds. */
  detail?: string
}

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

/** `projectId`: the project of prompts, domains and scans. */
type Within = { text?: string; projectId?: string | undefined }

export function useSiblings(kind: SearchKind, { text = "", projectId: project_id = "" }: Within = {}): Siblings {
  const api = useApi()
  const query = text === "" ? {} : { q: text }
  const options = { placeholderData: keepPreviousData, retry: text === "" }
  const only = (...kinds: SearchKind[]) => ({ ...options, enabled: kinds.includes(kind) })
  const clients = useQuery({
    ...api.clients.list.queryOptions({ ...query, limit: 50, sort: "name", status: ["active", "paused"] }),
    ...only("clients", "ruleScopes"),
  })
  const clientsWithProjects = useQuery({
    ...api.aiVisibility.listProjectNames.queryOptions({ ...query, limit: 50, one_per_client: true }),
    ...only("clientsWithProjects"),
  })
  const projects = useQuery({
    ...api.aiVisibility.listProjectNames.queryOptions({ ...query, limit: 50 }),
    ...only("projects", "ruleScopes"),
  })
  const reports = useQuery({
    ...api.reports.list.queryOptions({ ...query, limit: 50, status: ["draft", "published"] }),
    ...only("reports"),
  })
  const sources = useQuery({ ...api.dataSources.list.queryOptions({ limit: 200 }), ...only("sources") })
  const webhooks = useQuery({ ...api.webhooks.list.queryOptions({ limit: 200, sort: "url" }), ...only("webhooks") })
  const keys = useQuery({
    ...api.keys.list.queryOptions({ limit: 200, sort: "name", state: ["active"] }),
    ...only("keys"),
  })
  const prompts = useQuery({
    ...api.aiVisibility.listPrompts.queryOptions({
      ...query,
      project_id,
      limit: 50,
      sort: "text",
      status: ["active", "paused"],
    }),
    ...only("prompts"),
  })
  const domains = useQuery({
    ...api.aiVisibility.listCitations.queryOptions({ ...query, project_id, limit: 50 }),
    ...only("domains"),
  })
  const scans = useQuery({ ...api.scans.list.queryOptions({ project_id, limit: 200 }), ...only("scans") })
  const ruleScopes = {
    isSuccess: clients.isSuccess && projects.isSuccess,
    isPlaceholderData: clients.isPlaceholderData || projects.isPlaceholderData,
    isError: clients.isError || projects.isError,
  }
  const lists: Record<SearchKind, List> = {
    clients,
    clientsWithProjects,
    projects,
    reports,
    sources,
    webhooks,
    keys,
    prompts,
    domains,
    scans,
    ruleScopes,
  }
  const list = lists[kind]
  const siblingsByKind: Record<SearchKind, () => Sibling[] | undefined> = {
    clients: () => clients.data?.data,
    clientsWithProjects: () => clientsWithProjects.data?.data.map(({ id, client_name: name }) => ({ id, name })),
    projects: () => projects.data?.data.map(({ id, name, client_name }) => ({ id, name: `${name} · ${client_name}` })),
    reports: () => reports.data?.data,
    sources: () => sources.data?.data.map(({ id, display_name: name }) => ({ id, name })),
    webhooks: () => webhooks.data?.data.map(({ id, url }) => ({ id, name: url.replace(/^https?:\/\//, "") })),
    keys: () => keys.data?.data,
    prompts: () => prompts.data?.data.map(({ id, text: name }) => ({ id, name })),
    domains: () => domains.data?.data.map(({ key }) => ({ id: encodeURIComponent(key), name: key })),
    scans: () => scans.data && namedScans(scans.data.data),
    ruleScopes: () => [
      ...withDetail("client", siblingsByKind.clients()),
      ...withDetail("AI visibility project", siblingsByKind.projects()),
    ],
  }
  return {
    siblings: siblingsByKind[kind](),
    hasMore: searchedKinds.includes(kind) && list.data?.meta.truncated === true,
    isCurrent: list.isSuccess && !list.isPlaceholderData,
    isError: list.isError,
  }
}

const withDetail = (detail: string, siblings: Sibling[] = []) => siblings.map(({ id, name }) => ({ id, name, detail }))

/** Newest first. */
function namedScans(scans: Parameters<typeof scanChoices>[0]): Sibling[] {
  const names = scanChoices(scans)
  return scans.map(({ id }) => ({ id, name: names[id] ?? id }))
}

/** The other lists have no search in the menu. */
const searchedKinds: SearchKind[] = ["clients", "clientsWithProjects", "projects", "reports", "prompts", "domains"]
