import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { FirstSteps } from "./first-steps"

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn() }) }))

/** The HTML of the list of a team with a client and data, and of the steps for the key and the assistant. */
function steps(administer: boolean, hasDeveloperAccess: boolean) {
  const html = renderToString(
    <FirstSteps
      done={{ has_client: true, has_data: true, has_key: false, has_webhook: false, has_connection: false }}
      teamPath="/team"
      curl="curl"
      canWrite
      canAdminister={administer}
      hasDeveloperAccess={hasDeveloperAccess}
      isMain
    />,
  )
  const [, , key = "", , assistant = ""] = html.split("<li").slice(1)
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

it("lists a finished step as one line with a check mark and without a button", () => {
  const { html } = steps(true, true)
  const textOf = (item = "") => `<li${item}`.replaceAll(/<!-- -->|<[^>]*>/g, "")
  const [before, client, data, key] = html.split("<li")
  expect(textOf(before)).toContain("2 of 5 done")
  expect([client, data].map(textOf)).toEqual(["✓Done: Add a client", "✓Done: Bring in data"])
  expect(client).not.toContain("href")
  expect(textOf(key)).not.toContain("Done")
})

it("disappears when every step is done", () => {
  const done = { has_client: true, has_data: true, has_key: true, has_webhook: true, has_connection: true }
  const props = { teamPath: "/team", curl: "curl", canWrite: true, canAdminister: true, hasDeveloperAccess: true }
  expect(renderToString(<FirstSteps {...props} done={done} isMain />)).toBe("")
})
