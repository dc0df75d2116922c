/** The columns of `ai_brand` that the extraction needs, as Zod schemas for SQL and as selections for Prisma. */
import { z } from "zod"

/** The columns of `BrandNames`. */
export const brandNamesRow = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  negative_aliases: z.array(z.string()),
  everyday_word: z.boolean().nullable(),
  domains: z.array(z.string()),
})
export const brandNamesSelect = {
  id: true,
  name: true,
  aliases: true,
  negative_aliases: true,
  everyday_word: true,
  domains: true,
} as const

/** The columns of `BrandNames` and `BrandSites`. */
export const extractionBrandRow = brandNamesRow.extend({ kind: z.string(), domain_paths: z.array(z.string()) })
export const extractionBrandSelect = { ...brandNamesSelect, kind: true, domain_paths: true } as const
