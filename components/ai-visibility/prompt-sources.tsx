/** Lists the domains that the answers to a prompt cite, with links to them. By default, the most cited are first. */
import type { Sorting } from "@/components/lists/sort-th"
import { pluralize } from "@/domain/kernel/format-count"
import type { Answer } from "./answer-groups"
import { CitedParts, sortParts } from "./cited-parts"

/** `answers` include their citations. `citationsPath`: the path of the project's citations. */
type Props = { answers: Answer[]; ownBrandId: string | undefined; citationsPath: string; sorting: Sorting }

/** The maximum number of domains in the list. */
const maxDomains = 20

export function PromptSources({ answers, ownBrandId, citationsPath, sorting }: Props) {
  const domains = countCitedDomains(answers, ownBrandId)
  const parts = domains.map(({ domain, isOwn, cited_n }) => ({
    id: domain,
    name: domain,
    href: `${citationsPath}/${encodeURIComponent(domain)}`,
    ...(isOwn && { isOwn }),
    answers_n: answers.length,
    cited_n,
  }))
  const others = domains.length - maxDomains
  if (domains.length === 0) return <p className="text-quiet">None of these answers cites a source.</p>
  return (
    <>
      <CitedParts
        dimension="Source"
        optionsName="prompt-sources"
        sorting={sorting}
        parts={sortParts(parts, sorting.sort).slice(0, maxDomains)}
      />
      {others > 0 && (
        <p className="mt-2 text-quiet text-small">
          {pluralize(others, sorting.sort ? "more source" : "less cited source")} {others === 1 ? "is" : "are"} not
          shown.
        </p>
      )}
    </>
  )
}

/** The cited domains with the number of answers that cite each. Sources that were only retrieved do not count. */
export function countCitedDomains(answers: Pick<Answer, "citations">[], ownBrandId: string | undefined) {
  const counts = new Map<string, { domain: string; isOwn: boolean; cited_n: number }>()
  for (const { citations = [] } of answers) {
    const cited = citations.filter(({ kind }) => kind === "cited")
    for (const [domain, pages] of Map.groupBy(cited, ({ registrable_domain }) => registrable_domain)) {
      const isOwn = ownBrandId !== undefined && pages.some(({ brand_id }) => brand_id === ownBrandId)
      const { isOwn: wasOwn = false, cited_n = 0 } = counts.get(domain) ?? {}
      counts.set(domain, { domain, isOwn: isOwn || wasOwn, cited_n: cited_n + 1 })
    }
  }
  return [...counts.values()].sort((a, b) => b.cited_n - a.cited_n || a.domain.localeCompare(b.domain))
}
