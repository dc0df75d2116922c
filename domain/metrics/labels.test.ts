import { describe, expect, it } from "vitest"
import { dimensionIds } from "./dimension"
import { dimensionLabel, labelsOf, valueLabel } from "./labels"
import { providerLabels, providers } from "./provider"

describe("labels", () => {
  it("name every dimension and every platform", () => {
    for (const id of [...dimensionIds, "date", "week", "month"]) expect(dimensionLabel(id)).toMatch(/^[A-Z][a-z ]+$/)
    for (const provider of providers) expect(valueLabel("provider", provider)).toBe(providerLabels[provider])
  })

  it.each([
    ["channel", "__other__", "Other"],
    ["source", "(direct)", "Direct"],
    ["medium", "(none)", "None"],
    ["campaign", "(not set)", "Not set"],
    ["campaign", "", "Not set"],
    ["query", "(not provided)", "Not provided"],
    ["device", "DESKTOP", "Computer"],
    ["device", "mobile_app", "Mobile app"],
    ["device", "Fridge", "Fridge"],
    ["country", "IT", "Italy"],
    ["country", "ita", "Italy"],
    ["country", "zzz", "zzz"],
    ["country", "Italy", "Italy"],
    ["campaign", "google_ads", "google_ads"],
  ])("of %s %j is %j", (dimension, value, label) => {
    expect(valueLabel(dimension, value)).toBe(label)
  })

  it("name data sources as the team does, and never show their ids", () => {
    const sources = [{ id: "dsc_1", display_name: "Shop in Italy" }]
    expect(labelsOf({ data_source: "dsc_1", provider: "ga4" }, sources)).toEqual({
      data_source: "Shop in Italy",
      provider: "Google Analytics",
    })
    expect(valueLabel("data_source", "dsc_2", sources)).toBe("Data source")
  })
})
