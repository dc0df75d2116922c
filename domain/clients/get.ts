/** Gets one client. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { client, exampleClient, requireClient } from "./client"

export const getClient = defineOperation({
  id: "clients.get",
  summary: "Get a client",
  description:
    "Returns a client with its settings: time zone, currency, tags and your own `external_id`. The ID of another team's client returns `resource_not_found`.",
  audience: "team",
  kind: "query",
  scope: "clients:read",
  rest: { path: "/clients/{client_id}", tag: "Clients" },
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  example: exampleClient,
  async handle({ team }, { client_id }) {
    return { data: await requireClient(team.id, client_id) }
  },
})
