/** Gets the file of the logo, for members of the team. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { findLogo } from "./find-logo"
import { logoFile, logoHash } from "./logo"

export const getLogo = defineOperation({
  id: "reports.getLogo",
  summary: "Get the logo of reports",
  audience: "team",
  kind: "query",
  input: z.strictObject({ hash: logoHash() }),
  output: logoFile,
  handle: async ({ team }, { hash }) => ({ data: await findLogo(team.id, hash) }),
})
