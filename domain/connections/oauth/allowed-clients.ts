/**
 * Decides which apps may connect. The operator sets SIGNALBOX_MCP_DENIED_CLIENTS and SIGNALBOX_MCP_ALLOWED_CLIENTS:
 * client IDs and hosts, separated by commas. A host matches apps whose client ID is a URL on this host or a subdomain.
 * The denied list takes precedence. If the allowed list is empty, every app that is not denied may connect.
 */

export function isClientAllowed(clientId: string): boolean {
  const { SIGNALBOX_MCP_DENIED_CLIENTS: denied, SIGNALBOX_MCP_ALLOWED_CLIENTS: allowed } = process.env
  if (!denied && !allowed) return true
  const names = [clientId, ...hostsOf(clientId)]
  if (splitList(denied).some((name) => names.includes(name))) return false
  return !allowed?.trim() || splitList(allowed).some((name) => names.includes(name))
}

const splitList = (setting = "") => setting.split(",").map((name) => name.trim())

/** The host of a client ID that is a URL, and its parent domains. */
function hostsOf(clientId: string): string[] {
  const labels = URL.parse(clientId)?.hostname.split(".") ?? []
  return labels.map((_, i) => labels.slice(i).join("."))
}
