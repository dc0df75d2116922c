import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { StateStrip } from "./state-strip"

/** The text of the last state, which is about the API. */
function apiState(succeeded: number, refused: number, failed: number) {
  const html = renderToString(
    <StateStrip
      status={{ signals_open: 0, signals_critical: 0, sources_failing: 0, sources_stale: 0, webhooks_failing: 0 }}
      sourcesPaused={0}
      traffic={{ requests: succeeded + refused + failed, succeeded, refused, failed, hours: [] }}
      steps={{ has_client: true, has_data: true, has_key: true, has_webhook: true, has_connection: true }}
      teamPath="/team"
    />,
  )
  return html
    .split("<li")
    .at(-1)
    ?.replaceAll(/^[^>]*>|<\/span><span[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .trim()
}

it("calls the API healthy only while at most a quarter of the requests are refused", () => {
  expect(apiState(0, 0, 0)).toContain("API not used")
  expect(apiState(3, 1, 0)).toBe("API healthy 4 requests in the last 24 hours")
  expect(apiState(5, 15, 0)).toBe("15 API requests refused 15 of 20 requests in the last 24 hours")
  expect(apiState(0, 1, 0)).toBe("1 API request refused 1 of 1 request in the last 24 hours")
})

it("states server errors first, and the refused requests if they are many", () => {
  expect(apiState(10, 1, 2)).toBe("2 API errors 13 requests in the last 24 hours")
  expect(apiState(3, 5, 2)).toBe("2 API errors 10 requests in the last 24 hours, 5 refused")
})
