/** Public shape of a brand that a project looks for in answers: your brand, competitors and discovered brands. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { exampleLatest, latestMetrics, latestMetricsOf } from "@/domain/visibility/latest-metrics"
import { rows, sql } from "@/prisma/client"

/**
 * "own" and "competitor" are tracked and count in the share of voice. "discovered" is ranked but does not count in it.
 * "ignored" is not looked for.
 */
export const brandKinds = ["own", "competitor", "discovered", "ignored"] as const
export const isTracked = (kind: string) => kind === "own" || kind === "competitor"

export const brand = z
  .object({
    id: id("brand"),
    project_id: id("aiProject"),
    name: z.string().meta({ description: "The name of the brand." }),
    kind: z.enum(brandKinds).meta({
      description:
        "The kind of brand. `own` is your brand, and `competitor` is a tracked competitor: both count in the share of voice. `discovered` is ranked, but it does not count in the share of voice. `ignored` is not searched for.",
    }),
    aliases: z.array(z.string()).meta({ description: "Other names of the brand, by which it is also found." }),
    negative_aliases: z
      .array(z.string())
      .meta({ description: "Texts that contain the brand's name but mean something else." }),
    everyday_word: z.boolean().nullable().meta({
      description:
        "`true`: the name counts only where it is used as a name, because it is an everyday word. `false`: it always counts. `null`: a list of everyday words decides.",
    }),
    domains: z.array(z.string()).meta({ description: "The brand's domains. Subdomains are included." }),
    domain_paths: z
      .array(z.string())
      .meta({ description: "The brand's pages on sites that several brands share, as host and path." }),
    latest: latestMetrics.nullable().meta({
      description:
        "The metrics of the brand in the latest finished scan. `null` if no scan has finished, if the scan has no answers to prompts without your brand's name, or until a recount has counted a brand that is new or tracked only now.",
    }),
    created_at: createdAt(),
  })
  .meta({ id: "AiBrand" })
export type Brand = z.infer<typeof brand>

export const brandColumns = (
  teamId: string,
) => sql`b.id, b.project_id, b.name, b.kind, b.aliases, b.negative_aliases, b.everyday_word, b.domains, b.domain_paths,
  ${latestMetricsOf(teamId, sql`b.project_id`, sql`b.id`)} as latest, b.created_at`

export async function findBrand(teamId: string, brandId: string): Promise<Brand> {
  const [found] = await rows(
    brand,
    sql`select ${brandColumns(teamId)} from ai_brand b where b.team_id = ${teamId} and b.id = ${brandId}`,
  )
  if (!found) throw notFound("brand")
  return found
}

export const exampleBrand: Brand = {
  id: exampleId("brand"),
  project_id: exampleId("aiProject"),
  name: "Bergamo Bikes",
  kind: "own",
  aliases: ["BergamoBikes"],
  negative_aliases: [],
  everyday_word: null,
  domains: ["bergamobikes.example"],
  domain_paths: [],
  latest: exampleLatest,
  created_at: "2026-09-01T08:00:00.000Z",
}
