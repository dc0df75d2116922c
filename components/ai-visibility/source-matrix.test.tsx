import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { SourceMatrix } from "./source-matrix"

vi.mock("next/navigation", () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => "/citations",
  useRouter: () => ({}),
}))

function render(sources_total: number, cursor?: string) {
  const html = renderToString(
    <SourceMatrix
      matrix={{ sources: [], sources_total, scans_n: 4, brands: [] } as never}
      nextCursor={null}
      view="all"
      query={{ cursor, scans: "8" }}
      filters={{}}
      sort="opportunity"
      engines={["chatgpt"]}
      allSourcesTotal={sources_total}
      path="/citations"
      answersPath="/answers"
    />,
  )
  return html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&")
}

it("links a page without sources to the first page", () => {
  const html = render(41, "x")
  expect(html).toContain("No more sources on this page.")
  expect(html).toContain('href="/citations?scans=8&view=all"')
  expect(html).not.toContain("No sources in")
})

it("says that the scans have no sources", () => {
  expect(render(0)).toContain("No sources in the last 4 scans.")
})
