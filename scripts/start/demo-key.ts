/** Checks whether the demo API key was revoked since it was written to demo.json. */
import { isIPv6 } from "node:net"

type ServerAddress = { hostname: string; port: number }

/** Calls the API of the server that has just started. A request that fails does not count as revoked. */
export async function isRevoked(apiKey: string, { hostname, port }: ServerAddress): Promise<boolean> {
  const host = isIPv6(hostname) ? `[${hostname}]` : hostname
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`http://${host}:${port}/api/v1/clients?limit=1`, { headers }).catch(() => null)
  return response?.status === 401
}
