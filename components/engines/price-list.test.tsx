import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { beforeEach, expect, it, vi } from "vitest"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { PriceList } from "./price-list"

type ConfirmProps = { trigger: ReactNode; action: string; children: ReactNode; mutation: unknown; input: unknown }

const { confirmations } = vi.hoisted(() => ({
  confirmations: [] as { action: string; text: string; call: unknown[] }[],
}))
vi.mock("@/components/api/provider", () => {
  const named = (name: string) => ({ mutationOptions: () => name })
  const names = ["setEnginePrice", "deleteEnginePrice"]
  return { useApi: () => ({ aiVisibility: Object.fromEntries(names.map((name) => [name, named(name)])) }) }
})
vi.mock("@/components/api/use-action", () => ({
  useAction: () => ({ run: vi.fn(), isBusy: false, problem: null }),
}))
vi.mock("@/components/forms/confirm-dialog", () => ({
  ConfirmDialog: ({ trigger, action, children, mutation, input }: ConfirmProps) => {
    confirmations.push({ action, text: textOf(children), call: [mutation, input] })
    return trigger
  },
}))

beforeEach(() => {
  confirmations.length = 0
})

const textOf = (node: ReactNode) => renderToString(node).replaceAll(/<!-- -->|<[^>]*>/g, "")
const engines = [{ engine_id: "openai_api", name: "OpenAI" }] as never
const prices = [examplePrice, { ...examplePrice, model: "gpt-5.5", usd_per_search: null }]

it("deletes one price after a confirmation that names it", () => {
  const html = renderToString(<PriceList prices={prices} engines={engines} isAdmin />)
  expect(html).toContain('aria-label="Delete the price of OpenAI, gpt-5.5, from 2026-11-01"')
  expect(confirmations.map(({ action }) => action)).toEqual(["Delete price", "Delete price"])
  expect(confirmations[1]?.text).toContain("OpenAI, gpt-5.5, from 2026-11-01.Recorded costs do not change.")
  const key = { engine_id: "openai_api", model: "gpt-5.5", valid_from: "2026-11-01" }
  expect(confirmations[1]?.call).toEqual(["deleteEnginePrice", key])
})

it("shows members the prices without buttons", () => {
  const text = textOf(<PriceList prices={prices} engines={engines} isAdmin={false} />)
  expect(text).toContain("gpt-5.5")
  expect(text).toMatch(/\$0\.01.*not set/)
  expect(text).not.toContain("Delete")
  expect(text).not.toContain("Set price")
})
