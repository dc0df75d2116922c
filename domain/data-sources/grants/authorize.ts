/** Starts an authorization by consent (OAuth with PKCE): returns the URL of the platform's consent page. */
import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import { actorId } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { connectedProviders } from "../connectors/connector"
import { connectors } from "../connectors/index"
import { requireDataSource } from "../data-source"
import { sealCredentials } from "./stored-grant"

export const authorize = defineOperation({
  id: "dataSources.authorize",
  summary: "Start the authorization of a data source",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    provider: z.enum(connectedProviders),
    data_source_id: id("dataSource").optional().meta({ description: "The data source to authorize again." }),
  }),
  output: z.object({ url: z.url() }),
  fails: ["state_conflict"],
  async handle(ctx, { provider, data_source_id }) {
    const { consent } = connectors[provider]
    if (!consent?.isConfigured())
      throw new Problem("state_conflict", "The operator of this installation has not set up consent for this platform.")
    if (data_source_id) await requireDataSource(ctx.team.id, data_source_id)
    const verifier = randomBytes(48).toString("base64url")
    // The callback loads the team with the slug. The random part is the secret.
    const state = `${ctx.team.slug}.${randomBytes(32).toString("base64url")}`
    const team_id = ctx.team.id
    const grant_id = newId("sourceGrant")
    await prisma.sourceGrant.create({
      data: {
        id: grant_id,
        team_id,
        provider,
        kind: "oauth",
        sealed: sealCredentials(team_id, grant_id, { kind: "consent", verifier }),
        state_hash: stateHash(state),
        data_source_id: data_source_id ?? null,
        created_by: actorId(ctx) ?? "",
        created_at: ctx.now(),
      },
    })
    const challenge = createHash("sha256").update(verifier).digest("base64url")
    return { data: { url: consent.url({ state, challenge }) } }
  },
})

/** The database stores only this hash, so reading the database does not reveal the state of a pending consent. */
export const stateHash = (state: string) => new Uint8Array(createHash("sha256").update(state).digest())
