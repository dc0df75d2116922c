import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { connectedProviders } from "@/domain/data-sources/connectors/connector"
import { connectors } from "@/domain/data-sources/connectors/index"
import { providerLabels } from "@/domain/metrics/provider"

const guide = readFileSync("docs/data-sources.md", "utf8").split("\n")

it.each(connectedProviders)("the table of platforms lists %s with its final days and its history", (provider) => {
  const { finalAfterDays, historyDays } = connectors[provider]
  const row = guide.find((line) => line.startsWith(`| ${providerLabels[provider]}`)) ?? ""
  const cells = row.split("|").map((cell) => cell.trim())
  expect(cells.slice(-3, -1)).toEqual([String(finalAfterDays), `${historyDays.toLocaleString("en")} days`])
})
