/**
 * Lists brands that the latest answers name often and the project does not track. Adding a brand as "ignored" removes
 * it here.
 */
import { z } from "zod"
import { mentionFinder } from "@/domain/answers/extraction/mentions"
import { normalizeName } from "@/domain/answers/extraction/normalized-text"
import { requireProject } from "@/domain/answers/project-reads"
import { type StoredSuggestion, suggestion } from "@/domain/answers/suggestions/suggestion"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"

export const listSuggestedBrands = defineOperation({
  id: "aiVisibility.listSuggestedBrands",
  summary: "List suggested brands",
  description:
    "Returns brands that the latest answers mention often and that the project does not track. The list is updated within minutes after each scan. To track a brand, add it with createBrand. To remove it from the list, add it with the kind `ignored`.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ project_id: id("aiProject") }),
  output: z.array(suggestion),
  async handle({ team }, { project_id }) {
    const within = { team_id: team.id, project_id }
    const found = await prisma.aiBrandSuggestions.findFirst({ where: within })
    if (!found) await requireProject(team.id, project_id)
    const brands = await prisma.aiBrand.findMany({ where: within })
    const mentionsIn = mentionFinder(brands)
    const knownNames = brands.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((spelling) => `${normalizeName(spelling)} `),
    )
    // A suggestion such as "Acme" is dropped if the project has a brand "Acme Tools".
    const startsKnownName = (name: string) => knownNames.some((known) => known.startsWith(`${normalizeName(name)} `))
    const stored = (found?.suggestions ?? []) as StoredSuggestion[]
    const data = stored
      .filter(({ name }) => mentionsIn(name).length === 0 && !startsKnownName(name))
      .map((suggestion) => ({
        ...suggestion,
        read_n: found?.read_n ?? 0,
        share: suggestion.answers_n / (found?.read_n ?? 1),
      }))
    return { data, total: data.length }
  },
})
