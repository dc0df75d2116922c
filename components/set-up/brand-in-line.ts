/** A brand and its sites in one line: "Netflix, Inc., netflix.com". What has a dot and no space is a site; the rest is the name. */

export function brandInLine(line: string): { name: string; domains: string[] } {
  const parts = line.split(/[,;\t]+/).map((part) => part.trim())
  const isSite = (part: string) => /^(https?:\/\/)?[^\s./]+(\.[^\s./]+)+(\/\S*)?$/.test(part)
  // A name may look like a site: the first part is the name whatever it is.
  const names = parts.filter((part, n) => part !== "" && (n === 0 || !isSite(part)))
  return { name: names.join(", "), domains: parts.filter((part, n) => n > 0 && isSite(part)) }
}
