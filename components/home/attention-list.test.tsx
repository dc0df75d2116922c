import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { AttentionList } from "./attention-list"

it("says how severe each item is", () => {
  const item = {
    title: "Ads is stale.",
    detail: "",
    at: "2026-11-20T10:00:00Z",
    href: "/team/sources/dso_1",
    action: "Open source",
  }
  const html = renderToString(
    <AttentionList
      items={[
        { ...item, key: "1", lamp: "danger" },
        { ...item, key: "2", lamp: "caution" },
      ]}
    />,
  )
  const text = html.replaceAll(/<!-- -->|<[^>]*>/g, "")
  expect(text).toMatch(/Error:Ads is stale\..*Warning:Ads is stale\./)
})
