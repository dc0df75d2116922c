/**
 * Decides which apps the operator of the installation lets connect. SIGNALBOX_MCP_DENIED_CLIENTS and
 * SIGNALBOX_MCP_ALLOWED_CLIENTS are lists of client IDs and hosts, separated by commas. The second is off while it is empty.
 */

export function isClientAllowed(clientId: string): boolean {
  const names = [clientId, ...hostsOf(clientId)]
  const { SIGNALBOX_MCP_DENIED_CLIENTS: denied, SIGNALBOX_MCP_ALLOWED_CLIENTS: allowed } = process.env
  if (listed(denied).some((name) => names.includes(name))) return false
  return !allowed?.trim() || listed(allowed).some((name) => names.includes(name))
}

const listed = (setting = "") => setting.split(",").map((name) => name.trim())

/** The host of a client ID that is a URL, and its parent domains. */
function hostsOf(clientId: string): string[] {
  const labels = URL.parse(clientId)?.hostname.split(".") ?? []
  return labels.map((_, i) => labels.slice(i).join("."))
}
