/** Whether the demo key still opens the API: somebody may have revoked it since it was written down. */

/** `address`: where the server listens. An answer that cannot be had says nothing against the key. */
export async function isRevoked(apiKey: string, address: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await fetch(new URL("/api/v1/clients?limit=1", address), { headers }).catch(() => null)
  return answer?.status === 401
}
