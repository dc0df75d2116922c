/**
 * Generates answers in the style of AI engines (Markdown lists with names, links and sources), for use without real
 * answers.
 */
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"

const brands = Array.from(
  { length: 40 },
  (_, i) =>
    `${"Altera Borea Corvo Delfi Estra".split(" ")[i % 5]}${"mark lund tech wave works nova dyne grid".split(" ")[Math.floor(i / 5)]}`,
)
const words =
  "the best for most people with long battery life and good sound at a fair price comfortable light quiet sturdy easy to use".split(
    " ",
  )

/**
 * Returns 400 answers with an average of 3,600 characters and up to 20 sources each. The content is the same on every
 * call.
 */
export function generateAnswers() {
  const random = seededRandom("answers")
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const prose = () => Array.from({ length: 45 }, () => pick(words)).join(" ")
  return Array.from({ length: 400 }, () => {
    const labelled = Array.from({ length: 8 }, () => pick(brands))
    const items = labelled.map(
      (name, i) =>
        `${i + 1}. **[${name} X${i}](https://www.shop${i}.example/${name}?utm_source=chatgpt.com)** – ${prose()}. (${name}’s own page) ${prose()}.`,
    )
    const sources = Array.from({ length: Math.floor(random() * 20) }, (_, i) => ({
      url: `https://www.site${Math.floor(random() * 300)}.example/reviews/${i}/?utm_source=chatgpt.com&b=2&a=1#:~:text=${i}`,
      title: `Review ${i}`,
      kind: "cited" as const,
    }))
    return { response: `## ${prose()}\n\n${items.join("\n\n")}`, sources, labelled }
  })
}
