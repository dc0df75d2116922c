/** Finds a brand's host and its subdomains in a text. "nytimes.com/awaytravel.com-review" contains another host. */
import { domainToUnicode } from "node:url"
import { inAscii } from "@/domain/kernel/text"

const maxHostLength = 253

/** Returns the domain as it is stored, in Punycode and in Unicode: answers and brand settings can have either form. */
export function domainSpellings(domain: string): string[] {
  const ascii = inAscii(domain)
  return [...new Set([domain, ascii, inUnicode(ascii)])]
}

/** Returns "müller.de" for xn--mller-kva.de. Other hosts, and invalid Punycode, are returned unchanged. */
export const inUnicode = (host: string) => (host.includes("xn--") && domainToUnicode(host)) || host

/** True if the text contains one of the hosts. `text` and `domains` are in lower case. */
export const containsDomain = (text: string, domains: readonly string[]) =>
  domains.some((domain) => {
    for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + 1))
      if (isHost(text, at, at + domain.length)) return true
    return false
  })

function isHost(text: string, from: number, to: number): boolean {
  if (/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(to, to + 3))) return false
  if (from > 0 && hostCharacter.test(text[from - 1] as string) && text[from - 1] !== ".") return false
  let start = from
  while (start > 0 && from - start < maxHostLength && hostCharacter.test(text[start - 1] as string)) start--
  const before = text.slice(Math.max(0, start - 2), start)
  return before === "//" || !/[/=@_]$/u.test(before)
}
const hostCharacter = /[\p{L}\p{N}.-]/u
