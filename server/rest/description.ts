/** GET /openapi.json: the one body without an envelope, and the one that needs no key. */
import "server-only"
import { createHash } from "node:crypto"
import { z } from "zod"
import { validate } from "@/domain/validate"
import { openApiDocument } from "@/server/openapi"
import { type Call, type Reply, sendTagged } from "./respond"
import { basePath } from "./routes"

export const descriptionPath = `${basePath}/openapi.json`

let fingerprint: string | undefined

export function description(call: Call): Promise<Reply> {
  validate(z.strictObject({}), Object.fromEntries(call.url.searchParams))
  const text = openApiDocument()
  fingerprint ??= createHash("sha1").update(text).digest("base64url")
  return sendTagged(call, text, fingerprint, {
    ...call.headers,
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
  })
}
