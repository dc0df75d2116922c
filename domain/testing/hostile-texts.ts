/** Texts that make a careless parser take quadratic time or worse. Each has at most `length` characters. */
export function hostileTexts(length: number): [name: string, text: string][] {
  const many = (part: string) => part.repeat(Math.floor(length / part.length))
  return [
    ["a table row and spaces", `|a|\n${many(" ").slice(5)}x`],
    ["a table without an end", `|a|\n|-|\n${many("|").slice(9)}`],
    ["a table of many columns", [many("|a"), many("|-"), many("|b")].map((row) => row.slice(0, length / 3)).join("\n")],
    ["open brackets", many("[")],
    ["links without an end", many("[a](")],
    ["images without an end", many("![")],
    ["addresses without an end", many("<http://")],
    ["citation marks without an end", many("【")],
    ["citation marks without a closing bracket", many("【1†")],
    ["addresses that continue in another script", many("https://x/a/是")],
    ["an address of many parts in another script", `https://${many("/是").slice(20)}`],
    ["tags without an end", many("<a b=")],
    ["definitions without a line break", many("[a]: a.b")],
    ["stars", many("*a ")],
    ["stars and underlines", many("_*")],
    ["strong without an end", many("**x")],
    ["nested emphasis", `${many("*").slice(length / 2)}a${many("*").slice(length / 2)}`],
    ["backticks of growing length", growing("`", " ", length)],
    ["quotes", many(">")],
    ["lists in lists", many("- ")],
    ["rules", `${many("* ").slice(1)}x`],
    ["references", many("[a]: u\n")],
    ["lines of a quote", `> a\n${many("b\n").slice(4)}`],
    ["character references", many("&amp;")],
    ["a character reference that was encoded many times", `&${many("amp;").slice(4)}`],
    ["backslashes", many("\\")],
    ["names", many("Sony ")],
    ["titles", many('](a "')],
    ["capitals", many("A ")],
  ]
}

function growing(mark: string, between: string, length: number) {
  let text = ""
  for (let n = 1; text.length + n < length; n++) text += mark.repeat(n) + between
  return text
}
