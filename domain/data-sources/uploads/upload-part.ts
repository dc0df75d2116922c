/** Stores a part of an uploaded file. Sending the same part again replaces it. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { partBytes, partCount, requireUpload } from "./upload"

export const uploadPart = defineOperation({
  id: "dataSources.uploadPart",
  summary: "Send a part of a file of metrics",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    upload_id: id("metricsUpload"),
    number: z.int().min(0).meta({ description: "The position of the part, from 0." }),
    content: z.base64().max(Math.ceil(partBytes / 3) * 4),
  }),
  output: z.object({ parts: z.int() }),
  fails: ["state_conflict"],
  async handle(ctx, { upload_id, number, content }) {
    const team_id = ctx.team.id
    const part = Buffer.from(content, "base64")
    // The upload stays locked, so that no part changes after the check of the file has started.
    return prisma.$transaction(async (tx) => {
      const { state, bytes } = await requireUpload(team_id, upload_id, tx)
      if (state !== "receiving") throw new Problem("state_conflict", "This file is already uploaded.")
      const parts = partCount(bytes)
      const expected = number === parts - 1 ? bytes - number * partBytes : partBytes
      if (number >= parts || part.length !== expected)
        throw new Problem(
          "parameter_invalid",
          "The part does not have the size that was announced. Upload the file again.",
        )
      const key = { upload_id_number: { upload_id, number } }
      await tx.metricsUploadPart.upsert({
        where: { ...key, team_id },
        create: { team_id, upload_id, number, content: part },
        update: { content: part },
      })
      return { data: { parts } }
    })
  },
})
