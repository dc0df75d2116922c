import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import type { AttentionItem } from "./attention"
import { AttentionList } from "./attention-list"

vi.mock("@tanstack/react-query", () => ({ useQueryClient: vi.fn() }))
vi.mock("@/components/api/use-action", () => ({ useAction: () => ({ isBusy: false }) }))
vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ deliveries: { retryNow: { mutationOptions: vi.fn() } } }),
}))

const item = {
  title: "Ads is stale.",
  detail: "",
  at: "2026-11-20T10:00:00Z",
  href: "/team/sources/dso_1",
  action: "Open source",
}

const textOf = (items: AttentionItem[]) =>
  renderToString(<AttentionList items={items} />).replaceAll(/<!-- -->|<[^>]*>/g, "")

it("says how severe each item is", () => {
  const text = textOf([
    { ...item, key: "1", lamp: "danger" },
    { ...item, key: "2", lamp: "caution" },
  ])
  expect(text).toMatch(/Error:Ads is stale\..*Warning:Ads is stale\./)
})

it("names the day that a signal is about", () => {
  const signal: AttentionItem = { ...item, key: "1", lamp: "danger", at: "2026-11-20T10:00:00Z", day: "2026-11-18" }
  expect(textOf([signal])).toContain("Ads is stale. Open source 18 Nov")
})

it("ends with a link to the open signals that it does not list", () => {
  const items: AttentionItem[] = [{ ...item, key: "1", lamp: "danger" }]
  const textWith = (count: number, areInfo: boolean) =>
    renderToString(<AttentionList items={items} otherSignals={{ count, areInfo, href: "/team/signals" }} />).replaceAll(
      /<!-- -->|<[^>]*>/g,
      "",
    )
  expect(textWith(2, true)).toMatch(/2 more open info signals$/)
  expect(textWith(9, false)).toMatch(/9 more open signals$/)
  expect(textWith(0, true)).not.toContain("more open")
})

it("marks a new item in words", () => {
  const found: AttentionItem = { ...item, key: "1", lamp: "danger" }
  const textWith = (isNew: boolean) => textOf([{ ...found, isNew } as AttentionItem])
  expect(textWith(true)).toContain("New")
  expect(textWith(false)).not.toContain("New")
})

it("shows a button that retries in place of the hint, and the hint in the next row", () => {
  const counts = { pending: 2, in_flight: 0, held: 0, scheduled: 2 }
  const retry = { id: "ep_1", url: "https://a.example", state: "active", is_fifo: false, counts } as const
  const html = renderToString(
    <AttentionList
      items={[
        { ...item, key: "1", lamp: "danger", retry },
        { ...item, key: "2", lamp: "danger" },
      ]}
    />,
  )
  expect(html).toContain('aria-label="Retry 2 deliveries now: Ads is stale."')
  expect(html.match(/<span aria-hidden[^>]*>Open source/g)).toHaveLength(1)
})

it("says what appears here without items, and links to open signals that it does not list", () => {
  expect(textOf([])).toMatch(/^Needs attentionNothing right now\. .* appear here\.$/)
  const html = renderToString(
    <AttentionList items={[]} otherSignals={{ count: 1, areInfo: true, href: "/team/signals" }} />,
  ).replaceAll("<!-- -->", "")
  expect(html).toMatch(/href="\/team\/signals"[^>]*>Show 1 open info signal</)
})

it("shows the button of the next step in place of a retry button without scheduled deliveries", () => {
  const textWith = (scheduled: number) => {
    const counts = { pending: 1, in_flight: 0, held: 0, scheduled }
    const retry = { id: "ep_1", url: "https://a.example", state: "active", is_fifo: false, counts } as const
    // The first "Open webhook" is part of the row's link.
    return textOf([{ ...item, key: "1", lamp: "danger", action: "Open webhook", retry: retry as never }])
  }
  expect(textWith(3)).toContain("Retry 3 deliveries now")
  expect(textWith(3).match(/Open webhook/g)).toHaveLength(1)
  expect(textWith(0)).not.toContain("Retry")
  expect(textWith(0).match(/Open webhook/g)).toHaveLength(2)
})
