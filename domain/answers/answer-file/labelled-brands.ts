/** Derives brands from labels: spellings of one name become one brand with aliases. */
import { parse } from "tldts"
import { compareText } from "@/domain/kernel/text"
import { inUnicode } from "../extraction/brand-domains"
import type { BrandNames } from "../extraction/mentions"
import { normalizeName } from "../extraction/normalized-text"
import type { BrandSites } from "../extraction/sources"

/** A brand as answers are searched for it: its names and its domains. */
export type ProjectBrand = BrandNames & BrandSites

export type LabelledBrand = { key: string; name: string; aliases: string[]; answers: number }

/**
 * Key that all spellings share: "De’Longhi" and "DELONGHI", "Bob & Brad" and "Bob and Brad", "Netflix, Inc." and
 * "Netflix".
 */
export const brandKey = (name: string) =>
  normalizeName(withoutLegalForm(name))
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "") || normalizeName(name)

const legalForm = /[,\s](?:inc|incorporated|llc|ltd|limited|plc|corp|corporation|gmbh|ag|co)\.?$/iu

function withoutLegalForm(name: string) {
  let end = legalForm.exec(name)?.index ?? name.length
  if (end === name.length) return name
  while (end > 0 && /[,\s]/.test(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

/** `spellings` counts answers per label. The most frequent spelling becomes the name. Sorted by answers, most first. */
export function brandsOf(spellings: ReadonlyMap<string, number>): LabelledBrand[] {
  const byKey = Map.groupBy([...spellings].sort(byCountAndName), ([spelling]) => brandKey(spelling))
  return [...byKey]
    .map(([key, counts]) => {
      const [name, ...otherSpellings] = counts.map(([spelling]) => spelling) as [string, ...string[]]
      const aliases = [...otherSpellings, ...counts.map(([spelling]) => withoutLegalForm(spelling))]
      return {
        key,
        name,
        aliases: distinctAliases(name, aliases),
        answers: counts.reduce((sum, [, count]) => sum + count, 0),
      }
    })
    .sort((a, b) => b.answers - a.answers || compareText(a.name, b.name))
}

/**
 * Returns the cited domains with the brand's name, for example sony.com. They count as the brand's sites until a person
 * changes that.
 */
export const domainsOf = (key: string, citedDomains: Iterable<string>) =>
  [...citedDomains].filter((domain) => brandKey(nameInDomain(domain)) === key).sort()

/** Returns "sony" for sony.co.uk, and "" for sony.github.io, because github.io hosts sites of many owners. */
function nameInDomain(domain: string): string {
  const { isPrivate, domainWithoutSuffix } = parse(inUnicode(domain), { allowPrivateDomains: true })
  return isPrivate ? "" : (domainWithoutSuffix ?? "")
}

/** Returns the first of all aliases with the same normalized form. Leaves out those with the form of `name`. */
function distinctAliases(name: string, aliases: string[]): string[] {
  // Reversed, because a map keeps the last value of a key.
  const byNormalizedName = new Map([name, ...aliases].map((alias) => [normalizeName(alias), alias] as const).reverse())
  byNormalizedName.delete(normalizeName(name))
  return [...byNormalizedName.values()].reverse()
}

const byCountAndName = (a: [string, number], b: [string, number]) => b[1] - a[1] || compareText(a[0], b[0])
