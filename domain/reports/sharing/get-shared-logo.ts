/** Gets the file of the logo for everyone who has a share link of one of the team's reports. */
import { z } from "zod"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { defineOperation } from "@/domain/kernel/operation"
import { chargeRequest } from "@/domain/usage/quotas"
import { inTeam } from "@/prisma/client"
import { findLogo } from "../sender/find-logo"
import { logoFile, logoHash } from "../sender/logo"
import { requireOpenLink, viewsPerMinute } from "./open-link"

export const getSharedLogo = defineOperation({
  id: "reports.getSharedLogo",
  summary: "Get the logo of a shared report",
  description: "Returns the logo of the team that shared the report. Links that show no report show no logo.",
  audience: "public",
  kind: "query",
  input: z.strictObject({
    token: z.string().max(100).meta({ description: "The last part of the link." }),
    hash: logoHash(),
  }),
  output: logoFile,
  async handle(ctx, { token, hash }) {
    await chargeRequest([{ policy: "shared_logo", id: rateLimitKeyOf(ctx.origin.ip), quota: viewsPerMinute }])
    const { team } = await requireOpenLink(token, ctx.now())
    return { data: await inTeam(team.id, () => findLogo(team.id, hash)) }
  },
})
