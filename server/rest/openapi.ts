/** Serves GET /openapi.json: the only successful response without an envelope, and the only path without a key. */
import "server-only"
import { createHash } from "node:crypto"
import { z } from "zod"
import { validate } from "@/domain/kernel/validate"
import { chargeRequest } from "@/domain/usage/quotas"
import { networkQuota } from "../network-quota"
import { openApiDocument } from "../openapi"
import { type Call, compressText, type Encoding, type Reply, taggedReply } from "./respond"
import { basePath } from "./routes"

export const openApiPath = `${basePath}/openapi.json`

let fingerprint: string | undefined

/** Limited by network. Compressed once per encoding, because the body is the same for every caller. */
export async function serveOpenApi(call: Call): Promise<Reply> {
  await chargeRequest([networkQuota(call.origin)])
  validate(z.strictObject({}), Object.fromEntries(call.url.searchParams))
  const text = openApiDocument()
  fingerprint ??= createHash("sha1").update(text).digest("base64url")
  const headers = {
    ...call.headers,
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
  }
  return taggedReply(call, text, fingerprint, headers, compressedOnce)
}

const bodies = new Map<Encoding, Promise<Uint8Array>>()

function compressedOnce(encoding: Encoding, text: string) {
  const body = bodies.get(encoding) ?? compressText(encoding, text)
  bodies.set(encoding, body)
  return body
}
