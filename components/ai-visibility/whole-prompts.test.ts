import { expect, it } from "vitest"
import type { Answer } from "./answer-groups"
import { readWholePrompts } from "./whole-prompts"

type Query = {
  cursor?: string | undefined
  scan_id?: string | undefined
  prompt_id?: string | undefined
  limit?: number
}

/** A list of answers to prompts a, b, c ..., with as many answers each as `counts` says, in pages of `pageSize`. */
function listOf(counts: number[], pageSize: number) {
  const answers = counts.flatMap((count, prompt) =>
    Array.from({ length: count }, (_, run) => {
      const prompt_id = "abcdef"[prompt] as string
      return { id: `${prompt_id}${run + 1}`, scan_id: "s", prompt_id, engine: "e", region: null, run_index: run + 1 }
    }),
  ) as unknown as Answer[]
  return async ({ cursor = "0", prompt_id, limit = pageSize }: Query) => {
    const found = answers.filter((answer) => !prompt_id || answer.prompt_id === prompt_id)
    const end = Number(cursor) + limit
    const data = found.slice(Number(cursor), end)
    const next_cursor = end < found.length ? String(end) : null
    return { data, meta: { total: found.length, total_is_exact: true, returned: data.length, next_cursor } }
  }
}

async function pagesOf(counts: number[], pageSize: number) {
  const list = listOf(counts, pageSize)
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await readWholePrompts(list, { cursor })
    expect(meta.returned).toBe(data.length)
    pages.push(data.map(({ id }) => id).join(" "))
    cursor = meta.next_cursor ?? undefined
  } while (cursor)
  return pages
}

it("completes a prompt on the page where it starts, and leaves it out of the next page", async () => {
  expect(await pagesOf([2, 3, 2, 1], 4)).toEqual(["a1 a2 b1 b2 b3", "c1 c2 d1"])
})

it("links to no further page when only the rest of the completed prompt would be on it", async () => {
  expect(await pagesOf([2, 3], 4)).toEqual(["a1 a2 b1 b2 b3"])
  expect(await pagesOf([2, 3, 3], 4)).toEqual(["a1 a2 b1 b2 b3", "c1 c2 c3"])
})

it("does not change pages that end with a prompt", async () => {
  expect(await pagesOf([2, 2, 1], 4)).toEqual(["a1 a2 b1 b2", "c1"])
})

it("shows every answer when one prompt has more answers than a page", async () => {
  expect((await pagesOf([7, 2], 3)).join(" ").split(" ").toSorted().join(" ")).toBe("a1 a2 a3 a4 a5 a6 a7 b1 b2")
})
