/** Whether the demo key still opens the API: somebody may have revoked it since it was written down. */
import { isIPv6 } from "node:net"

type Listening = { hostname: string; port: number }

/** Asks the server that has just begun to listen. An answer that cannot be had says nothing against the key. */
export async function isRevoked(apiKey: string, { hostname, port }: Listening): Promise<boolean> {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await fetch(`http://${host}:${port}/api/v1/clients?limit=1`, { headers }).catch(() => null)
  return answer?.status === 401
}
