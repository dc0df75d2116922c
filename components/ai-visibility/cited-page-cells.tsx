/** Cells of a cited page: the brands that its citing answers mention, and the prompts that they answer. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Td } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"

type CitedPage = Data<"aiVisibility", "getCitedPages">[number]

/** What the table shows of each page beside its counts. */
export type PageDetails = {
  /** By the address of the page. */
  pages: Map<string, CitedPage>
  /** The path of the answers that cite a page, of all of them or of those that mention a brand. */
  answersOf: (page: { cites_url: string; brand?: string }) => string
  /** The path of the prompts. */
  promptsPath: string
}

/** The number of brands that are named. The others are counted. */
const maxNamed = 3

/** The mentioned brands, yours first, each with a link to the answers that cite the page and mention the brand. */
export function MentionedBrandsTd({ url, details: { pages, answersOf } }: { url: string; details: PageDetails }) {
  const page = pages.get(url)
  if (!page) return <Td className="text-quiet max-md:hidden">–</Td>
  const { brands, answers_n } = page
  const others = brands.slice(maxNamed).map(({ name }) => name)
  return (
    <Td label="brands mentioned" className="min-w-40 max-w-72">
      {brands.length === 0 && <span className="text-quiet">none</span>}
      {brands.slice(0, maxNamed).map(({ id, name, kind, mentioned_n }, i, { length }) => (
        <span key={id}>
          <Link
            href={answersOf({ cites_url: url, brand: id })}
            aria-label={`${name}: ${count(mentioned_n)} of ${pluralize(answers_n, "answer")} citing ${url}`}
            title={`Mentioned in ${count(mentioned_n)} of ${pluralize(answers_n, "answer")}`}
            className={`${smallLink} ${kind === "own" ? "font-strong" : ""}`}
          >
            <bdi className="wrap-anywhere">{name}</bdi>
          </Link>
          {i < length - 1 && ", "}
        </span>
      ))}
      {others.length > 0 && (
        <span title={others.join(", ")} className="text-quiet">
          {" "}
          +{others.length}
          <span className="sr-only"> more: {others.join(", ")}</span>
        </span>
      )}
    </Td>
  )
}

/** The prompt with the most citing answers, and a link to the answers to the others. */
export function CitingPromptsTd({ url, details }: { url: string; details: PageDetails }) {
  const page = details.pages.get(url)
  if (!page) return <Td className="text-quiet max-md:hidden">–</Td>
  const others = page.prompts_n - 1
  return (
    <Td className="min-w-40 max-w-60 max-md:w-full">
      <Link
        href={`${details.promptsPath}/${page.top_prompt.id}`}
        title={page.top_prompt.text}
        className="block min-h-6 truncate leading-6 hover:underline"
      >
        {page.top_prompt.text}
      </Link>
      {others > 0 && (
        <Link
          href={details.answersOf({ cites_url: url })}
          aria-label={`+${pluralize(others, "prompt")}: answers citing ${url}`}
          className={`${smallLink} text-quiet text-small`}
        >
          +{pluralize(others, "prompt")}
        </Link>
      )}
    </Td>
  )
}

/** Links are at least 24 pixels high and wide. */
export const smallLink = "inline-flex min-h-6 min-w-6 items-center hover:underline"
