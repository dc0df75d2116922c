/** Brands for tests of the search for names. */
import type { BrandNames } from "../mentions"

/** A brand whose id is its name, without aliases and domains unless given. */
export const brandWithName = (name: string, more: Partial<BrandNames> = {}): BrandNames => ({
  id: name,
  name,
  aliases: [],
  negative_aliases: [],
  domains: [],
  ...more,
})
