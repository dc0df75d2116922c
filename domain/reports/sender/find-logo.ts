/** Finds the file of a team's logo. An earlier logo, which has another hash, does not exist any more. */
import type { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { prisma } from "@/prisma/client"
import { logoFile } from "./logo"

export async function findLogo(team_id: string, logo_hash: string): Promise<z.infer<typeof logoFile>> {
  const found = await prisma.reportSender.findFirst({
    where: { team_id, logo_hash },
    select: { logo: true, logo_type: true },
  })
  if (!found?.logo) throw notFound("logo")
  return logoFile.parse({ type: found.logo_type, content: Buffer.from(found.logo).toString("base64") })
}
