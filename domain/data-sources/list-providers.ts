/** Lists the platforms that can be connected, and how this installation can authorize each of them. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { providerLabels } from "@/domain/metrics/provider"
import { connectedProviders, grantKinds } from "./connectors/connector"
import { availableGrantKinds } from "./connectors/index"

export const listProviders = defineOperation({
  id: "dataSources.listProviders",
  summary: "List the platforms that can be connected",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(
    z.object({ provider: z.enum(connectedProviders), name: z.string(), grant_kinds: z.array(z.enum(grantKinds)) }),
  ),
  handle: async () => ({
    data: connectedProviders.map((provider) => ({
      provider,
      name: providerLabels[provider],
      grant_kinds: availableGrantKinds(provider),
    })),
  }),
})
