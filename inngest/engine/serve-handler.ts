/** Calls a serve handler in this process the way an Inngest server does over HTTP, including the signature. */
import { createHmac } from "node:crypto"

export type ServeHandler = (request: Request) => Promise<Response>
export type SignedHandler = { handle: ServeHandler; signingKey: string }

/** No request goes to this address. The handler only reads its path and parameters. */
export const serveAddress = "http://engine.invalid/api/inngest"

export async function callServeHandler(
  { handle, signingKey }: SignedHandler,
  call: { method: "POST" | "PUT"; search: Record<string, string>; body: unknown; headers?: Record<string, string> },
) {
  const body = canonicalJson(call.body)
  const signature = { "x-inngest-signature": sign(body, signingKey) }
  const headers = { ...call.headers, ...signature, host: "engine.invalid", "content-type": "application/json" }
  return handle(
    new Request(`${serveAddress}?${new URLSearchParams(call.search)}`, { method: call.method, headers, body }),
  )
}

function sign(body: string, signingKey: string) {
  const seconds = Math.floor(Date.now() / 1000)
  const key = signingKey.replace(/^signkey-\w+-/, "")
  return `t=${seconds}&s=${createHmac("sha256", key).update(`${body}${seconds}`).digest("hex")}`
}

/** JSON with sorted keys (RFC 8785). Inngest signs this form. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => canonicalJson(part ?? null)).join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).filter(([, part]) => part !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join()}}`
}
