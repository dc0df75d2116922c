/**
 * Decides which apps may connect. The operator sets SIGNALBOX_MCP_DENIED_CLIENTS and SIGNALBOX_MCP_ALLOWED_CLIENTS:
 * client IDs and hosts, separated by commas. A host matches apps whose client ID is a URL on this host or a subdomain.
 * Hosts are compared without case and without a final dot. A denied host also matches apps that redirect to it, because
 * an app that registers itself gets a new ID each time. The denied list takes precedence. If the allowed list is empty,
 * every app that is not denied may connect.
 */
import { staticClients } from "./static-clients"

/** `redirectHosts`: the hosts of the app's redirect URIs, as far as they are known. */
export function isClientAllowed(clientId: string, redirectHosts: string[] = []): boolean {
  const { SIGNALBOX_MCP_DENIED_CLIENTS: denied, SIGNALBOX_MCP_ALLOWED_CLIENTS: allowed } = process.env
  if (!denied && !allowed) return true
  const hosts = withParents(URL.parse(clientId)?.hostname ?? "")
  const hostsToDeny = [...hosts, ...redirectHosts.flatMap(withParents)]
  if (splitList(denied).some((name) => name === clientId || hostsToDeny.includes(normalizeHost(name)))) return false
  return !allowed?.trim() || splitList(allowed).some((name) => name === clientId || hosts.includes(normalizeHost(name)))
}

/** `is_verified`: the operator registered the app. */
type ConnectedApp = { client_id: string; client_host: string; is_verified: boolean }

/** False for a connected app that the operator has denied, or removed from SIGNALBOX_MCP_CLIENTS. */
export const isConnectedAppAllowed = ({ client_id, client_host, is_verified }: ConnectedApp): boolean =>
  isClientAllowed(client_id, [client_host]) && (!is_verified || staticClients().has(client_id))

const normalizeHost = (host: string) => host.toLowerCase().replace(/\.$/, "")

const splitList = (setting = "") =>
  setting
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)

/** A host and its parent domains. Empty for an empty host. */
function withParents(host: string): string[] {
  const labels = host === "" ? [] : normalizeHost(host).split(".")
  return labels.map((_, i) => labels.slice(i).join("."))
}
