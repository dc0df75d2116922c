/** Creates the demo team's clients. */
import { newId } from "@/domain/kernel/ids"
import { prisma } from "../client"
import { type Profile, profiles } from "./profiles"
import { foundedAt } from "./team"

export type SeedClient = { id: string; name: string; domain: string; profile: Profile }

/** Returns the clients in display order. */
export async function seedClients(teamId: string, now: Date): Promise<SeedClient[]> {
  const oldestFirst = profiles.toReversed().map((profile, n) => {
    const created_at = new Date(foundedAt(now).getTime() + (n + 1) * 3_600_000)
    return { profile, created_at, id: newId("client", created_at.getTime()), domain: `${profile.slug}.example` }
  })
  await prisma.client.createMany({
    data: oldestFirst.map(({ id, domain, created_at, profile }, n) => ({
      id,
      team_id: teamId,
      name: profile.name,
      slug: profile.slug,
      industry: profile.industry,
      timezone: profile.timezone,
      currency: profile.currency,
      status: profile.status,
      tags: profile.tags,
      website_url: `https://${domain}`,
      primary_domain: domain,
      domains: [domain],
      external_id: `sample-${profiles.length - n}`,
      created_at,
      updated_at: created_at,
      archived_at: profile.status === "archived" ? now : null,
    })),
  })
  return oldestFirst.toReversed().map(({ id, domain, profile }) => ({ id, name: profile.name, domain, profile }))
}
