/**
 * Returns a curl command that sends a delivery from the user's machine, freshly signed and without the headers of an
 * attempt. Anyone who has the command can send it for five minutes.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { signatureHeader } from "@/domain/webhooks/signature"
import { type SigningMaterial, signingMaterialOf } from "@/domain/webhooks/signing-material"
import { prisma } from "@/prisma/client"
import { requireDelivery } from "./delivery"
import { contentType, requireContent } from "./message-content"

/** How far the timestamp may be off before receivers reject the request. */
const toleranceMs = 300_000

export const copyAsCurl = defineOperation({
  id: "deliveries.copyAsCurl",
  summary: "Get a webhook delivery as a curl command",
  description:
    "Signed with the endpoint's current secrets, so receivers accept it as genuine until `valid_until`. The values of custom headers are not included.",
  audience: "team",
  kind: "mutation", // it writes to the audit log: a signature leaves the service
  role: "admin",
  input: z.strictObject({ delivery_id: id("delivery") }),
  output: z.object({
    command: z.string(),
    valid_until: timestamp(),
    withheld_headers: z
      .array(z.string())
      .meta({ description: "The names of the custom headers whose values you have to fill in." }),
  }),
  fails: ["plan_required", "resource_purged", "state_conflict"],
  async handle(ctx, { delivery_id }) {
    requireDeveloperAccess(ctx.team)
    const { endpoint, message_id, event_type } = await requireDelivery(ctx.team.id, delivery_id)
    const signing = await signingMaterialOf(endpoint.id)
    if (endpoint.is_deleted || signing.secrets.length === 0)
      throw new Problem(
        "state_conflict",
        "The webhook of this delivery was deleted together with its signing secrets, so the request cannot be signed.",
      )
    const body = await prisma.$transaction(async (tx) => {
      const content = await requireContent(tx, ctx.team.id, message_id)
      const after = { endpoint_id: endpoint.id, event_type }
      await recordAudit(ctx, { action: "delivery.copied", subject_id: delivery_id, after }, tx)
      return content.body
    })
    const now = ctx.now()
    const command = curl(endpoint.url, signedHeaders({ message_id, event_type, body }, signing, now), body)
    const valid_until = new Date(now.getTime() + toleranceMs)
    return { data: { command, valid_until, withheld_headers: Object.keys(signing.headers) } }
  },
})

type MessageToSign = { message_id: string; event_type: string; body: string }

function signedHeaders(
  { message_id, event_type, body }: MessageToSign,
  signing: SigningMaterial,
  now: Date,
): Record<string, string> {
  const unixSeconds = Math.floor(now.getTime() / 1_000)
  const withheld = Object.keys(signing.headers).map((name) => [name, "<yours>"] as const)
  return {
    "content-type": contentType,
    "webhook-id": message_id,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": signatureHeader(message_id, unixSeconds, body, signing),
    "signalbox-event-type": event_type,
    ...Object.fromEntries(withheld),
  }
}

/** Without `--globoff`, curl would read brackets and braces in the URL as ranges and lists. */
const curl = (url: string, headers: Record<string, string>, body: string) =>
  [
    `curl --globoff --request POST ${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`),
    `--data-raw ${quoteForShell(body)}`,
  ].join(" \\\n  ")

/** Quotes for a POSIX shell. Inside single quotes only the single quote itself is special. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
