import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { SourceTypeSelect } from "./source-type-select"

vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ aiVisibility: { setSourceType: { mutationOptions: vi.fn() } } }),
}))
vi.mock("@/components/api/use-action", () => ({ useAction: () => ({ run: vi.fn(), isBusy: true }) }))

it("keeps the focus while it saves: it is busy and not disabled", () => {
  const html = renderToString(
    <SourceTypeSelect projectId="prj_1" domain="a.example" automatic="editorial" chosen={null} />,
  )
  expect(html).toContain('aria-busy="true"')
  expect(html).not.toContain(" disabled=")
  expect(html).toContain("editorial (automatic)")
})
