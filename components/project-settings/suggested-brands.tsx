/** Lists brands that answers name often and the project does not track. Each can be tracked or dismissed. */
"use client"

import { decodeHtmlEntities } from "@/components/ai-visibility/decode-html-entities"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Button } from "@/components/ui/button"
import { showToast } from "@/components/ui/toaster"
import { piecesOf } from "@/domain/answers/markdown/pieces"
import { count } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"

type Suggestion = Data<"aiVisibility", "listSuggestedBrands">[number]
type Props = { projectId: string; suggestions: Suggestion[]; canChange: boolean }

export function SuggestedBrands({ projectId, suggestions, canChange }: Props) {
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {suggestions.map((suggestion) => (
        <li
          key={suggestion.name}
          className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
        >
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
              <span className="min-w-0 break-words">{suggestion.name}</span>
              <span className="figures font-normal text-quiet text-table">
                {percent(suggestion.share)} of answers, {count(suggestion.answers_n)} of {count(suggestion.read_n)}
              </span>
              {suggestion.domain && <span className="font-normal text-quiet text-table">{suggestion.domain}</span>}
            </h3>
            {suggestion.examples[0] && (
              <p className="mt-0.5 line-clamp-2 break-words text-quiet text-table">
                <Excerpt text={wordsOf(suggestion.examples[0].excerpt)} name={suggestion.name} />
              </p>
            )}
          </div>
          {canChange && <Choices projectId={projectId} suggestion={suggestion} />}
        </li>
      ))}
    </ul>
  )
}

/** An excerpt with the name highlighted. */
function Excerpt({ text, name }: { text: string; name: string }) {
  const at = text.indexOf(name)
  if (at < 0) return text
  const end = at + name.length
  return (
    <>
      {text.slice(0, at)}
      <span className="font-strong text-text">{text.slice(at, end)}</span>
      {text.slice(end)}
    </>
  )
}

/** The text without Markdown syntax. */
const wordsOf = (text: string) =>
  decodeHtmlEntities(
    piecesOf(text, 0, text.length)
      .map(({ from, to }) => text.slice(from, to))
      .join(""),
  )

function Choices({ projectId, suggestion: { name, domain } }: { projectId: string; suggestion: Suggestion }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.aiVisibility.createBrand.mutationOptions(), {
    isFormless: true,
    onDone: ({ data }) => showToast(data.kind === "ignored" ? `${name} is ignored` : `${name} is tracked`),
  })
  const add = (kind: "competitor" | "ignored") =>
    run({ project_id: projectId, name, kind, ...(kind === "competitor" && { domains: domain ? [domain] : [] }) })
  return (
    <div className="flex gap-2">
      <Button size="small" aria-label={`Track ${name}`} isBusy={isBusy} onClick={() => add("competitor")}>
        Track
      </Button>
      <Button size="small" kind="quiet" aria-label={`Ignore ${name}`} isBusy={isBusy} onClick={() => add("ignored")}>
        Ignore
      </Button>
    </div>
  )
}
