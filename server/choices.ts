/**
 * The options that forms offer: time zones, currencies, countries, languages, scopes, event types and retry profiles.
 */
import "server-only"
import isoCountries from "i18n-iso-countries/index.js"
import { allOperations } from "@/domain"
import { delaysSeconds } from "@/domain/deliveries/retry-schedule"
import { events } from "@/domain/events/catalogue"
import { exampleEvent } from "@/domain/events/event"
import { isCurrency } from "@/domain/kernel/fields"
import type { Plan } from "@/domain/kernel/plans"
import { scopes } from "@/domain/kernel/scopes"
import { requestErrors } from "@/domain/security/request-errors"
import { retryProfiles } from "@/domain/webhooks/settings"

export const timezones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]

const currencyNames = new Intl.DisplayNames("en", { type: "currency" })
export const currencies = Intl.supportedValuesOf("currency")
  .filter(isCurrency)
  .map((code) => ({ code, name: currencyNames.of(code) ?? code }))

const countryNames = new Intl.DisplayNames("en", { type: "region" })
/** All countries, sorted by their English names. */
export const countries = Object.keys(isoCountries.getAlpha2Codes())
  .map((code) => ({ code, name: countryNames.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"))

const languageNames = new Intl.DisplayNames("en", { type: "language" })
/** BCP 47 tags. */
const languageCodes =
  "ar bg bn cs da de el en en-GB en-US es es-MX et fa fi fr fr-CA he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh zh-CN zh-TW"
export const languageName = (code: string) => languageNames.of(code) ?? code
export const languages = languageCodes
  .split(" ")
  .map((code) => ({ code, name: languageName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"))

export const scopeChoices = Object.entries(scopes).map(([scope, name]) => ({ scope, name }))

/** Without `test.ping`, which is sent only on request. */
export const eventChoices = Object.entries(events)
  .filter(([type]) => type !== "test.ping")
  .map(([type, { summary }]) => ({ type, summary }))

const exampleSignal = exampleEvent("signal.created")
export const exampleEventId = exampleSignal.id
/** The body of a webhook request. */
export const exampleBody = JSON.stringify(exampleSignal, null, 2)

export const eventTypeNames = Object.keys(events)
export const deliveryErrorNames = Object.keys(requestErrors)

/** The titles of the tools with which connected apps change data on this plan. */
export const writeToolTitles = (plan: Plan) =>
  allOperations.flatMap(({ kind, tool }) =>
    kind === "mutation" && tool && (tool.plans?.includes(plan) ?? true) ? [tool.title] : [],
  )

export const retryChoices = retryProfiles.map((profile) => {
  const delays = delaysSeconds(profile)
  return { profile, attempts: delays.length, seconds: delays.reduce((sum, delay) => sum + delay, 0) }
})
