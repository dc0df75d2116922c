/** Gets one webhook endpoint with its health and the number of its unfinished deliveries. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireWebhook, webhook } from "./webhook"

export const getWebhook = defineOperation({
  id: "webhooks.get",
  summary: "Get a webhook endpoint",
  audience: "team",
  kind: "query",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: webhook,
  async handle({ team }, { webhook_id }) {
    return { data: await requireWebhook(team, webhook_id) }
  },
})
