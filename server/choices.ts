/** What forms offer to choose from. */
import "server-only"
import { deliveryErrors } from "@/domain/deliveries/delivery-errors"
import { delaysSeconds, retryProfiles } from "@/domain/deliveries/retry-schedule"
import { events } from "@/domain/events"
import { scopes } from "@/domain/scopes"

export const timezones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]

const currencyNames = new Intl.DisplayNames("en", { type: "currency" })
export const currencies = Intl.supportedValuesOf("currency").map((code) => ({
  code,
  name: currencyNames.of(code) ?? code,
}))

export const scopeChoices = Object.entries(scopes).map(([scope, name]) => ({ scope, name }))

/** Events that happen by themselves: a test comes when somebody asks for it. */
export const eventChoices = Object.entries(events)
  .filter(([type]) => type !== "test.ping")
  .map(([type, { summary }]) => ({ type, summary }))

export const eventTypeNames = Object.keys(events)
export const deliveryErrorNames = Object.keys(deliveryErrors)

export const retryChoices = retryProfiles.map((profile) => {
  const delays = delaysSeconds(profile)
  return { profile, attempts: delays.length, seconds: delays.reduce((sum, delay) => sum + delay, 0) }
})
