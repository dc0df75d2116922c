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

  const readGroup = async (group: PromptGroup): Promise<Answer[]> => {
    const { scan_id, prompt_id } = group.answers[0] as Answer
    const { data, meta } = await listAnswers({ ...query, scan_id, prompt_id, cursor: undefined })
    // A prompt with more answers than one page can hold stays split.
    return meta.next_cursor === null ? data : group.answers
  }
  const [firstAnswers, lastAnswers] = await Promise.all([
    query.cursor ? readGroup(first) : first.answers,
    page.meta.next_cursor ? readGroup(last) : last.answers,
  ])
  const isOnPreviousPage = firstAnswers.length > first.answers.length
  const middleAnswers = groups.slice(1, -1).flatMap(({ answers }) => answers)
  const data = [...(isOnPreviousPage ? [] : firstAnswers), ...middleAnswers, ...lastAnswers]

  const movedCount = lastAnswers.length - last.answers.length
  const cursor = page.meta.next_cursor ?? undefined
  const isNextPageEmpty =
    movedCount > 0 && (await listAnswers({ ...query, cursor, limit: movedCount + 1 })).data.length <= movedCount
  return {
    data,
    meta: { ...page.meta, returned: data.length, next_cursor: isNextPageEmpty ? null : page.meta.next_cursor },
  }
}
