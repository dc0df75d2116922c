/** Creates a team, an endpoint and a real receiver on loopback, for tests that deliver. */
import { onTestFinished, vi } from "vitest"
import { type Received, receiver } from "@/domain/testing/receiver"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"

type More = { team?: Awaited<ReturnType<typeof freshTeam>> } & Parameters<typeof freshWebhook>[1]

/** `answer` as in `receiver`. The receiver closes when the test ends. */
export async function receiving(answer?: Parameters<typeof receiver>[0], { team, ...more }: More = {}) {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const { url, requests, close } = await receiver(answer)
  onTestFinished(close)
  const owner = team ?? (await freshTeam())
  const webhook = await freshWebhook(owner, { url, ...more })
  return { team: owner, endpoint: { id: webhook.id, team_id: owner.id }, secret: webhook.secret, requests, url }
}

/** The `webhook-id` of each request. */
export const messageIds = (requests: Received[]) => requests.map(({ headers }) => headers["webhook-id"] as string)
