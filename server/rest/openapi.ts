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

/** Requests are limited per network. The body is the same for every caller, so it is compressed once per encoding. */
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
  return taggedReply(call, text, fingerprint, headers, compressOnce)
}

const compressedBodies = new Map<Encoding, Promise<Uint8Array>>()

function compressOnce(encoding: Encoding, text: string) {
  const body = compressedBodies.get(encoding) ?? compressText(encoding, text)
  compressedBodies.set(encoding, body)
  return body
}
