/**
 * Invents AI answers with known mentions and sources. Brands, products and addresses do not exist. Every test run gets
 * the same answers.
 */
import type { LabelledAnswer } from "./real-answers"

const topics = [
  "travel kettles",
  "desk lamps",
  "garden chairs",
  "bread knives",
  "bicycle bells",
  "rain coats",
  "tea pots",
  "wall clocks",
  "chess boards",
  "hiking socks",
  "water filters",
  "paper shredders",
]
const brands = ["Norvik", "Halden & Sons", "Tavola", "Briskett", "Quellmark", "Ondine", "Ferrowen", "Lumacor", "Pildra"]
/** How many of a topic's 24 answers mention its first brand, its second brand and so on. */
const mentioned = [22, 17, 12, 6, 2]
const products = ["Classic 2", "Mini", "X30"]
const remarks = ["light and quiet", "with the longest guarantee", "easy to clean", "good value", "for every day"]

const promptsOf = (topic: string) => [
  `What are the best ${topic}?`,
  `Which ${topic} last longest?`,
  `Recommend ${topic} for a small budget`,
  `Which ${topic} do testers like?`,
]

/** 288 answers: 12 prompt sets with 4 prompts, 2 engines and 3 runs each. A set has five of the nine brands. */
export const generatedAnswers = (): LabelledAnswer[] =>
  topics.flatMap((_, set) => Array.from({ length: 24 }, (_, index) => madeAnswer(set, index)))

/** `index` counts the 24 answers of the set: runs first, then engines, then prompts. */
function madeAnswer(set: number, index: number): LabelledAnswer {
  const topic = topics[set] as string
  const slug = topic.replaceAll(" ", "-")
  const p = Math.floor(index / 6)
  const run = (index % 3) + 1
  const isChatgpt = index % 6 < 3
  const rated = brandsOf(set, index).map((brand, i) => ({
    brand,
    product: products[(index + i) % 3] as string,
    remark: remarks[(index + i) % 5] as string,
  }))
  const page = `${slug}/${p + 1}`
  return {
    prompt_set: slug,
    prompt_id: `${slug}-${p + 1}`,
    prompt: promptsOf(topic)[p] as string,
    prompt_type: "category",
    engine: isChatgpt ? "chatgpt" : "google_ai_mode",
    run,
    asked_at: "2026-03-02T10:00:00Z",
    response: isChatgpt ? markdown(topic, rated) : prose(topic, rated),
    sources: (isChatgpt ? chatgptPages(page, run) : googlePages(slug, page, run)).map((url) => ({
      url,
      title: `The best ${topic}`,
      domain: new URL(url).hostname,
    })),
    labelled_brands: rated.map(({ brand }) => brand),
    labelled_products: rated.map(({ brand, product }, i) => ({ brand, name: `${brand} ${product}`, rank: i + 1 })),
  }
}

/** Because 5 and 24 have no common divisor, each brand is in exactly as many answers as `mentioned` says. */
function brandsOf(set: number, index: number): string[] {
  const named = mentioned.flatMap((count, b) =>
    (5 * index + 7 * b + 11 * set) % 24 < count ? [brands[(set + b) % brands.length] as string] : [],
  )
  return index % 2 === 0 ? named : named.toReversed()
}

type Rated = { brand: string; product: string; remark: string }[]

/** A list with headings. One label has its name in a link's address only, as some real ones do. */
const markdown = (topic: string, rated: Rated) => `Here are ${topic} that testers like.

### Best overall

${rated.map((r, i) => `${i + 1}. **${nameIn(topic, r.brand)} ${r.product}**: ${r.remark}`).join("\n")}

**Pros**: they last long.
**Price**: from $20. **The Daily Test** compared all of them.`

const nameIn = (topic: string, brand: string) =>
  topic === "paper shredders" && brand === "Ondine" ? "[this one](https://shop.example/ondine)" : brand

/** Sentences that run together, with a product name twice. */
const prose = (topic: string, rated: Rated) =>
  `Some ${topic} stand out.${rated.map((r) => `${r.brand} ${r.product}: ${r.remark}.`).join("")} Compare prices before you choose.`

/** Two addresses of one page, and in the third run a link of the engine to itself. */
const chatgptPages = (page: string, run: number) =>
  run === 3
    ? [`https://chatgpt.com/?hints=search&q=${page}`]
    : [`https://www.tests.example/${page}${run === 1 ? "?utm_source=chatgpt.com" : ""}`]

/** The same page twice in each answer, and one page for the whole prompt set. */
const googlePages = (slug: string, page: string, run: number) => [
  `https://m.reviews.example/${page}/#:~:text=run%20${run}`,
  `https://reviews.example/${page}`,
  `https://guide.example/${slug}`,
]
