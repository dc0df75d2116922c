import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import type { Plan } from "@/components/api/types"
import { excessNotes } from "./plan-limits"
import { PlanTable } from "./plan-table"
import { PlanUsage } from "./plan-usage"

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
  const html = renderToString(<PlanTable plans={[{ ...plan, ...limits }] as never} use={unused} canChange />)
  return html.match(/<section>(.*?)<\/section>/)?.[1]?.replaceAll(/<!-- -->|<[^>]*>/g, "")
}

const unused = { keys: 0, webhooks: 0, answersThisMonth: 0 }

it("names all that stops on a plan without developer access", () => {
  for (const what of ["dangerous", "API keys", "share links", "webhooks", "MCP apps", "Scans no longer start"])
    expect(confirmation(false)).toContain(what)
  expect(confirmation(true)).toMatch(/^harmless: The change takes effect within two seconds/)
})

const pro: Plan = {
  ...{ id: "pro" as const, label: "Pro", is_current: false, has_developer_access: true },
  ...{ keys: 10, webhook_endpoints: 5, ai_answers_per_month: 2_000 },
  ...{ key_requests_per_minute: 300, team_requests_per_minute: 1_200 },
}

it("says what happens to usage above the limits of a plan, and nothing about usage at a limit", () => {
  expect(excessNotes(pro, { keys: 10, webhooks: 5, answersThisMonth: 2_000 })).toEqual([])
  const [keys, webhooks, answers, ...others] = excessNotes(pro, { keys: 14, webhooks: 6, answersThisMonth: 5_000 })
  expect(keys).toMatch(/^You use 14 API keys, and this plan has 10\. All of them keep working/)
  expect(webhooks).toMatch(/^You use 6 webhooks, and this plan has 5\. All of them keep working\./)
  expect(answers).toMatch(
    /^You requested 5,000 AI answers this month, and this plan has 2,000 per month\. No scan starts/,
  )
  expect(others).toEqual([])
})

it("marks the limits of a plan that the team exceeds, in the table and in the dialog", () => {
  const use = { ...unused, keys: 14 }
  const html = renderToString(
    <PlanTable plans={[pro, { ...pro, id: "scale", is_current: true, keys: 100 }]} use={use} canChange />,
  )
  const text = html.replaceAll(/<!-- -->|<[^>]*>/g, "")
  expect(text).toContain("less than you use")
  expect(text).toContain("10you use 14")
  expect(text).toContain("You use 14 API keys, and this plan has 10.")
})

it("marks a limit of which more than 80% is used", () => {
  const usages = [80, 81, 100, 120].map((used) => ({ name: `with ${used}`, used, limit: 100 }))
  const html = renderToString(<PlanUsage usages={usages} unlimited={["12 clients", "1 report"]} />)
  const items = html
    .split("<li>")
    .slice(1)
    .map((item) => item.replaceAll(/<!-- -->|<[^>]*>/g, ""))
  expect(items[0]).toBe("with 8080 of 100")
  expect(items[1]).toBe("with 8181 of 10081% used")
  expect(items[2]).toContain("limit reached")
  expect(items[3]).toContain("above the limit")
  expect(items[3]).toContain("No plan limits these: 12 clients and 1 report.")
})
