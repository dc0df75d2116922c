/** Deletes an uploaded file that is not being imported. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { requireUpload } from "./upload"

export const cancelUpload = defineOperation({
  id: "dataSources.cancelUpload",
  summary: "Delete an uploaded file",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ upload_id: id("metricsUpload") }),
  output: z.object({ upload_id: id("metricsUpload") }),
  fails: ["state_conflict"],
  async handle(ctx, { upload_id }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const { state } = await requireUpload(team_id, upload_id, tx)
      if (state === "importing")
        throw new Problem("state_conflict", "The file is being imported. Wait until the import has finished.")
      await tx.metricsUpload.deleteMany({ where: { team_id, id: upload_id } })
    })
    return { data: { upload_id } }
  },
})
