/** Lists the team's ed25519 public keys (v1a), newest first, and the URL where receivers fetch them. */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleSigningKey, jwksPath, readSigningKeys, signingKey } from "./signing-key"

export const listSigningKeys = defineOperation({
  id: "webhooks.listSigningKeys",
  summary: "List the team's ed25519 signing keys",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({ keys: z.array(signingKey), jwks_url: z.string() }),
  example: {
    keys: [exampleSigningKey],
    jwks_url: "https://signalbox.example/.well-known/webhooks/tea_01JD3Y8F5V6Q2K9M4N7P0R1S2T/jwks.json",
  },
  async handle({ team }) {
    return { data: { keys: await readSigningKeys(team.id), jwks_url: `${baseUrl()}${jwksPath(team.id)}` } }
  },
})
