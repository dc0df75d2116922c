import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import type { Received } from "@/domain/testing/receiver"
import { asPerson } from "@/domain/testing/team"
import { rotateSecret } from "@/domain/webhooks/rotate-secret"
import { clearSigningMaterial } from "@/domain/webhooks/signing-material"
import { sql } from "@/prisma/client"
import { deliverDue } from "./deliver-due"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { receiving } from "./testing/receiving"
import { queryRows } from "./testing/rows-of"

ownDatabase()

const soon = () => ({ signal: AbortSignal.timeout(90_000) })
function isAccepted(secret: string) {
  const verifier = new Webhook(secret)
  return ({ headers, body }: Received) => {
    try {
      return Boolean(verifier.verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
}

it("rotates a secret during 1,000 deliveries: both secrets are valid in the overlap, the old one not after it", async () => {
  const { team, endpoint, secret: old, requests } = await receiving()
  await freshDeliveries(endpoint, 1_000)
  const working = deliverDue(soon())
  while (requests.length < 300) await sleep(2)
  const { data } = await run(rotateSecret, asPerson(team), { webhook_id: endpoint.id, overlap_hours: 24 } as never)
  const rotated = requests.length
  await working
  expect(requests).toHaveLength(1_000)
  expect(rotated).toBeLessThan(900)
  expect(requests.filter(isAccepted(old))).toHaveLength(1_000)
  // Requests signed before the rotation returned may arrive after it.
  expect(requests.slice(rotated + 32).every(isAccepted(data.secret))).toBe(true)

  await queryRows(
    sql`update webhook_secret set expires_at = now() - interval '1 s' where endpoint_id = ${endpoint.id} and expires_at is not null`,
  )
  clearSigningMaterial()
  await freshDeliveries(endpoint, 100)
  await deliverDue(soon())
  const after = requests.slice(1_000)
  expect(after).toHaveLength(100)
  expect(after.filter(isAccepted(old))).toEqual([])
  expect(after.filter(isAccepted(data.secret))).toHaveLength(100)
})
