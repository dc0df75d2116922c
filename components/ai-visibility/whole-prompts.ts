/** Reads pages of answers so that all answers to a prompt in a scan are on the same page. */
import type { PageMeta } from "@/components/lists/pager"
import { type Answer, groupByPrompt, type PromptGroup } from "./answer-groups"

type Page = { data: Answer[]; meta: PageMeta }
type Query = {
  cursor?: string | undefined
  limit?: number | undefined
  scan_id?: string | undefined
  prompt_id?: string | undefined
}

/**
 * Returns a page of `listAnswers`, which sorts by prompt. If the answers to the last prompt continue on the next page,
 * this page gets all of them and the next page gets none. If nothing else would be on the next page, this is the last.
 */
export async function readWholePrompts<Q extends Query>(
  listAnswers: (query: Q) => Promise<Page>,
  query: Q,
): Promise<Page> {
  const page = await listAnswers(query)
  const groups = groupByPrompt(page.data)
  const first = groups[0]
  const last = groups.at(-1)
  if (!first || !last || first === last) return page

  const allOf = async (group: PromptGroup): Promise<Answer[]> => {
    const { scan_id, prompt_id } = group.answers[0] as Answer
    const all = await listAnswers({ ...query, scan_id, prompt_id, cursor: undefined })
    // A prompt with more answers than one page can hold stays split.
    return all.meta.next_cursor === null ? all.data : group.answers
  }
  const [allOfFirst, allOfLast] = await Promise.all([
    query.cursor ? allOf(first) : first.answers,
    page.meta.next_cursor ? allOf(last) : last.answers,
  ])
  const isOnPreviousPage = allOfFirst.length > first.answers.length
  const between = groups.slice(1, -1).flatMap(({ answers }) => answers)
  const data = [...(isOnPreviousPage ? [] : allOfFirst), ...between, ...allOfLast]

  const rest = allOfLast.length - last.answers.length
  const cursor = page.meta.next_cursor ?? undefined
  const hasOnlyRest = rest > 0 && (await listAnswers({ ...query, cursor, limit: rest + 1 })).data.length <= rest
  return {
    data,
    meta: { ...page.meta, returned: data.length, next_cursor: hasOnlyRest ? null : page.meta.next_cursor },
  }
}
