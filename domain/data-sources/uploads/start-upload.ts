/** Starts the upload of a file. The browser then sends its parts. */
import { z } from "zod"
import { actorId } from "@/domain/kernel/context"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOfTeam } from "@/domain/kernel/plans"
import { prisma } from "@/prisma/client"
import { partBytes } from "./upload"

const megabyte = 1_000_000

export const startUpload = defineOperation({
  id: "dataSources.startUpload",
  summary: "Start the upload of a file of metrics",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    client_id: id("client"),
    file_name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^/\\\p{Cc}]+$/u)
      .refine((name) => name !== "." && name !== ".."),
    bytes: z.int().min(1),
  }),
  output: z.object({ upload_id: id("metricsUpload"), part_bytes: z.int() }),
  fails: ["body_too_large", "state_conflict"],
  async handle(ctx, { client_id, file_name, bytes }) {
    const { uploadMegabytes } = limitsOfTeam(ctx.team)
    if (bytes > uploadMegabytes * megabyte)
      throw new Problem(
        "body_too_large",
        `The file is larger than ${uploadMegabytes} MB, the limit of your plan. Split it by month, or ask the operator of this installation to import it with npm run import.`,
      )
    const client = await prisma.client.findFirst({
      where: { team_id: ctx.team.id, id: client_id },
      select: { status: true },
    })
    if (!client) throw notFound("client")
    if (client.status === "archived")
      throw new Problem("state_conflict", "The client is archived. Restore it before you import metrics.")
    const upload_id = newId("metricsUpload", ctx.now().getTime())
    const owner = { team_id: ctx.team.id, created_by: actorId(ctx) ?? "" }
    await prisma.$transaction([
      // Deletes the user's earlier uploads, except running ones, so that abandoned files do not add up.
      prisma.metricsUpload.deleteMany({ where: { ...owner, state: { in: ["receiving", "ready", "imported"] } } }),
      prisma.metricsUpload.create({
        data: { ...owner, id: upload_id, client_id, file_name, bytes, created_at: ctx.now() },
      }),
    ])
    return { data: { upload_id, part_bytes: partBytes } }
  },
})
