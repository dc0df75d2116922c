import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { PlanTable } from "./plan-table"

vi.mock("@/components/api/use-action", () => ({ useAction: () => ({ isBusy: false, problem: null }) }))
vi.mock("@/components/api/provider", () => ({
  useApi: () => ({ teams: { changePlan: { mutationOptions: vi.fn() } } }),
}))
vi.mock("@/components/forms/confirm-dialog", () => ({
  ConfirmDialog: ({ isHarmless, children }: { isHarmless: boolean; children: ReactNode }) => (
    <section>
      {isHarmless ? "harmless" : "dangerous"}: {children}
    </section>
  ),
}))

function confirmation(has_developer_access: boolean) {
  const plan = { id: "other", label: "Other", is_current: false, has_developer_access }
  const limits = {
    ...{ keys: 0, webhook_endpoints: 0, ai_answers_per_month: 0 },
    ...{ key_requests_per_minute: 0, team_requests_per_minute: 0 },
  }
  const html = renderToString(<PlanTable plans={[{ ...plan, ...limits }] as never} canChange />)
  return html.match(/<section>(.*?)<\/section>/)?.[1]?.replaceAll(/<!-- -->|<[^>]*>/g, "")
}

it("names all that stops on a plan without developer access", () => {
  for (const what of ["dangerous", "API keys", "share links", "webhooks", "MCP apps", "Scans no longer start"])
    expect(confirmation(false)).toContain(what)
  expect(confirmation(true)).toMatch(/^harmless: The change takes effect within two seconds/)
})
