/** Lists the team's Ed25519 public keys (v1a), newest first, and the URL where receivers fetch them. */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { defineOperation } from "@/domain/kernel/operation"
import { jwksPath, readSigningKeys, signingKey } from "./signing-key"

export const listSigningKeys = defineOperation({
  id: "webhooks.listSigningKeys",
  summary: "List the team's Ed25519 signing keys",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({ keys: z.array(signingKey), jwks_url: z.string() }),
  async handle({ team }) {
    return { data: { keys: await readSigningKeys(team.id), jwks_url: `${baseUrl()}${jwksPath(team.id)}` } }
  },
})
