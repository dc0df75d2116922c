/** Disconnects an app. Its next call is refused. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { visibleTo } from "./connection"
import { revokeConnectionsIn } from "./revoke-connections"

export const revokeConnection = defineOperation({
  id: "connections.revoke",
  summary: "Disconnect an app",
  description:
    "Members can disconnect their own apps, admins and owners every app of the team. Disconnecting an app twice changes nothing.",
  audience: "team",
  kind: "mutation",
  input: z.strictObject({ connection_id: id("connection") }),
  output: z.object({ connection_id: id("connection") }),
  async handle(ctx, { connection_id }) {
    const { userId } = visibleTo(ctx)
    const where = { id: connection_id, team_id: ctx.team.id, ...(userId && { user_id: userId }) }
    if (!(await prisma.oauthGrant.findFirst({ where, select: { id: true } }))) throw notFound("connected app")
    const filter = { connectionIds: [connection_id], teamId: ctx.team.id }
    await prisma.$transaction((tx) => revokeConnectionsIn(tx, ctx, filter, "A member disconnected it."))
    return { data: { connection_id } }
  },
})
