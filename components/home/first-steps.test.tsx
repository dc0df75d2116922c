import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { FirstSteps } from "./first-steps"

/** The text and the links of the steps that have something to say about roles or plans. */
function steps(administer: boolean, hasDeveloperAccess: boolean) {
  const html = renderToString(
    <FirstSteps
      done={{ has_client: true, has_data: true, has_key: false, has_webhook: false, has_connection: false }}
      base="/team"
      curl="curl"
      canWrite
      canAdminister={administer}
      hasDeveloperAccess={hasDeveloperAccess}
      isMain
    />,
  )
  const [key = "", , assistant = ""] = html.split("<li").slice(1)
  return { html, key, assistant }
}

it("lets every member connect an assistant, and only owners and admins create keys", () => {
  const { key, assistant } = steps(false, true)
  expect(key).toContain("Owners and admins can do this.")
  expect(key).not.toContain("href")
  expect(assistant).not.toContain("Owners and admins")
  expect(assistant).toContain('href="/team/settings/api/mcp"')
})

it("names the plan that an assistant needs", () => {
  expect(steps(true, false).assistant).toContain("This needs a plan above Free.")
  expect(steps(true, true).assistant).not.toContain("Free")
})

it("counts the finished steps instead of listing them", () => {
  const text = steps(true, true).html.replaceAll(/<!-- -->|<[^>]*>/g, "")
  expect(text).toContain("2 of 5 done")
  expect(text).not.toContain("Add a client")
})
