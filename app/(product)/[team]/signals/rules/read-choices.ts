/** Reads the clients, projects and metrics that a rule can be about. */
import { maxMenuLength } from "@/components/clients/client-choices"
import type { Rule, RuleChoices } from "@/components/signals/rule-labels"
import type { OperationCaller } from "@/server/caller"
import { clientNames } from "@/server/client-names"
import { readClientChoices } from "../../read-client-choices"

/** `clientId` is the client in the URL. */
export async function readChoices(api: OperationCaller, clientId?: string): Promise<RuleChoices> {
  const [clients, projects, metrics] = await Promise.all([
    readClientChoices(api, clientId),
    api.aiVisibility.listProjectNames({ limit: maxMenuLength + 1 }),
    api.metrics.list({ answered_by: "metrics" }),
  ])
  return {
    clients,
    projects: projects.data.map(({ id, name, client_name }) => ({ id, name: `${name} · ${client_name}` })),
    metrics: metrics.data.map(({ id, label, unit }) => ({ id, label, unit })),
  }
}

type Scope = Pick<Rule, "client_id" | "project_id">

/** Reads each client and project by id, because a rule's scope can be missing in the menu's list. */
export async function readScopeNames(api: OperationCaller, rules: Scope[]): Promise<Map<string, string>> {
  const projectIds = new Set(rules.flatMap(({ project_id }) => project_id ?? []))
  const [namesOfClients, projects] = await Promise.all([
    clientNames(
      api,
      rules.flatMap(({ client_id }) => (client_id ? { client_id } : [])),
    ),
    Promise.all([...projectIds].map((project_id) => api.aiVisibility.getProject({ project_id }))),
  ])
  return new Map([...namesOfClients, ...projects.map(({ data }) => [data.id, data.name] as const)])
}
