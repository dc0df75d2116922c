/** What forms offer to choose from. */
import "server-only"
import { scopes } from "@/domain/scopes"

export const timezones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]

const currencyNames = new Intl.DisplayNames("en", { type: "currency" })
export const currencies = Intl.supportedValuesOf("currency").map((code) => ({
  code,
  name: currencyNames.of(code) ?? code,
}))

export const scopeChoices = Object.entries(scopes).map(([scope, name]) => ({ scope, name }))
