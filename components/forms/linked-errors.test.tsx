import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { ExpiryFields } from "@/components/keys/expiry-fields"
import { ScopeFields } from "@/components/keys/scope-fields"
import { EventFields } from "@/components/webhooks/event-fields"
import { RecoverFields } from "@/components/webhooks/recover-fields"

const problem = {
  code: "parameter_invalid",
  detail: "Wrong.",
  requestId: null,
  fieldErrors: new Map([["states", "Wrong."]]),
}

it.each<[string, ReactElement, string]>([
  ["expiry", <ExpiryFields key="expiry" error="Wrong." />, "Wrong."],
  ["scopes", <ScopeFields key="scopes" choices={[]} error="Wrong." />, "Choose at least one scope."],
  ["events", <EventFields key="events" choices={[]} error="Wrong." />, "Choose at least one event."],
  ["states", <RecoverFields key="states" problem={problem} />, "Choose at least one state."],
])("links the error to the field: %s", (_, fields, error) => {
  const html = renderToString(fields)
  const described = [...html.matchAll(/aria-describedby="([^"]*)"/g)].flatMap(([, ids = ""]) => ids.split(" "))
  const errorId = html.match(new RegExp(`<p id="([^"]*)"[^>]*>${error}`))?.[1]
  expect(described).toContain(errorId)
})
