/** Lists the domains that the answers to a prompt cite, most cited first, with links to the domains. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Answer } from "./answer-groups"
import { CitedParts } from "./cited-parts"

/** `answers` include their citations. `citationsPath`: the path of the project's citations. */
type Props = { answers: Answer[]; ownBrandId: string | undefined; citationsPath: string }

/** The maximum number of domains in the list. */
const maxDomains = 20

export function PromptSources({ answers, ownBrandId, citationsPath }: Props) {
  const domains = citedDomains(answers, ownBrandId)
  const others = domains.length - maxDomains
  if (domains.length === 0) return <p className="text-quiet">None of these answers cites a source.</p>
  return (
    <>
      <CitedParts
        dimension="Source"
        optionsName="prompt-sources"
        parts={domains.slice(0, maxDomains).map(({ domain, isOwn, cited_n }) => ({
          id: domain,
          name: domain,
          href: `${citationsPath}/${encodeURIComponent(domain)}`,
          ...(isOwn && { isOwn }),
          answers_n: answers.length,
          cited_n,
        }))}
      />
      {others > 0 && (
        <p className="mt-2 text-quiet text-small">
          {pluralize(others, "less cited source")} {others === 1 ? "is" : "are"} not shown.
        </p>
      )}
    </>
  )
}

/** The cited domains with the number of answers that cite each. Sources that were only retrieved do not count. */
export function citedDomains(answers: Pick<Answer, "citations">[], ownBrandId: string | undefined) {
  const found = new Map<string, { domain: string; isOwn: boolean; cited_n: number }>()
  for (const { citations = [] } of answers) {
    const cited = citations.filter(({ kind }) => kind === "cited")
    for (const [domain, pages] of Map.groupBy(cited, ({ registrable_domain }) => registrable_domain)) {
      const isOwn = ownBrandId !== undefined && pages.some(({ brand_id }) => brand_id === ownBrandId)
      const { isOwn: wasOwn = false, cited_n = 0 } = found.get(domain) ?? {}
      found.set(domain, { domain, isOwn: isOwn || wasOwn, cited_n: cited_n + 1 })
    }
  }
  return [...found.values()].sort((a, b) => b.cited_n - a.cited_n || a.domain.localeCompare(b.domain))
}
