/** Parses the entries of text boxes: lines, tags, sites, and brands with their sites. */

export const parseLines = (text: string | undefined) =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

/** Tags are separated by commas. Each is returned once. */
export const parseTags = (text: string | undefined) => [
  ...new Set(
    (text ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Splits sites at spaces, commas and semicolons too, because sites contain none of them. */
export const parseSites = (text: string | undefined) => (text ?? "").split(/[\s,;]+/).filter(Boolean)

/**
 * Parses a brand and its sites from one line, such as "Netflix, Inc., netflix.com". Parts with a dot and no space are
 * sites.
 */
export function parseBrand(line: string): { name: string; domains: string[] } {
  const parts = line.split(/[,;\t]+/).map((part) => part.trim())
  const isSite = (part: string) => /^(https?:\/\/)?[^\s./]+(\.[^\s./]+)+(\/\S*)?$/.test(part)
  // The first part is always the name, because a name may look like a site.
  const names = parts.filter((part, n) => part !== "" && (n === 0 || !isSite(part)))
  return { name: names.join(", "), domains: parts.filter((part, n) => n > 0 && isSite(part)) }
}
