/** Disconnects every app of the team. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { revokeConnectionsIn } from "./revoke-connections"

export const revokeAllConnections = defineOperation({
  id: "connections.revokeAll",
  summary: "Disconnect all apps",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({}),
  output: z.object({ revoked: z.int().meta({ description: "The number of apps that were disconnected." }) }),
  async handle(ctx) {
    const revoked = await prisma.$transaction((tx) =>
      revokeConnectionsIn(tx, ctx, { teamId: ctx.team.id }, "A member disconnected all apps."),
    )
    return { data: { revoked } }
  },
})
