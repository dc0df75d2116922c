/** Decodes HTML character references in an engine's text. */

/** The named references that engines use. Other names are not decoded. */
const namedCharacters: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  times: "×",
  deg: "°",
  trade: "™",
  reg: "®",
  copy: "©",
  euro: "€",
  pound: "£",
}

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g

/** Decodes once: `&amp;lt;` becomes `&lt;`. */
export const decodeHtmlEntities = (text: string) =>
  text.replace(reference, (match, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(namedCharacters, name) ? (namedCharacters[name] as string) : match
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
    const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : match
  })
