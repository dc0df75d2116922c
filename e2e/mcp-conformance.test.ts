/**
 * Runs the official conformance suite of MCP against the built app: both scenarios of the authorization server, with
 * the consent in a real browser, and the scenarios that need no fixtures. `npm run conformance` runs all others.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { scenarioRow } from "@/scripts/conformance/page"
import { productSets, runScenarios } from "@/scripts/conformance/run-suite"
import { listen, proxyTo } from "@/scripts/conformance/token-proxy"
import { freePort } from "@/scripts/free-port"
import { App, allow } from "./oauth-app"
import { choosePlan, signUp } from "./person"
import { expect, type Page, test } from "./test"

const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

/** The suite needs Node 22. `npm test` runs on Node 24. */
const canRun = Number(process.versions.node.split(".", 1)) >= 22

/** Runs the suite, and calls `onOutput` with everything that it has printed so far. Returns all of it. */
function runSuite(args: string[], onOutput: (printed: string) => void = () => {}) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] })
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      onOutput(printed)
    })
    child.once("error", reject).once("close", () => resolve(printed))
  })
}

/** Runs both scenarios. The user answers the consent page that the suite asks for. */
async function authorize(page: Page, baseURL: string, more: string[]) {
  const port = await freePort()
  const data = {
    client_name: "Conformance",
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
    token_endpoint_auth_method: "none",
  }
  const { client_id } = await (await page.request.post("/oauth/register", { data })).json()
  let answered: Promise<void> | undefined
  const printed = await runSuite(
    ["authorization", "--url", baseURL, "--client-id", client_id, "--port", String(port), ...more],
    (soFar) => {
      const [url] = /http:\/\/\S+\/oauth\/authorize\?\S+(?=\n)/.exec(soFar) ?? []
      if (url) answered ??= page.goto(url).then(() => allow(page))
    },
  )
  await answered
  return printed
}

test("the authorization server passes the conformance suite, with and without a resource", async ({
  page,
  baseURL,
}) => {
  test.skip(!canRun, "the suite needs Node 22")
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  for (const more of [[], ["--resource", `${baseURL}/mcp`]]) {
    const printed = await authorize(page, baseURL ?? "", more)
    for (const scenario of ["authorization-server-metadata-endpoint", "authorization-code-grant"])
      expect(printed).toContain(`✓ ${scenario}`)
    expect(printed).not.toContain("✗")
  }
  expect(readFileSync("docs/conformance.md", "utf8")).toContain(
    "2 of 2 scenarios pass with `--resource`, and 2 of 2 without",
  )
})

test("the built app passes the scenarios of the suite that need no fixtures", async ({ page, baseURL }) => {
  test.skip(!canRun, "the suite needs Node 22")
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  // 22 scenarios, each a process of its own.
  test.setTimeout(180_000)
  const app = await new App(page.request).register("Conformance")
  await page.goto(app.authorizationPath())
  await allow(page)
  await expect.poll(() => app.returned.length).toBe(1)
  const { access_token } = await app.tokens()
  app.close()
  const proxy = proxyTo(Number(new URL(baseURL ?? "").port), access_token)
  try {
    const url = `http://localhost:${await listen(proxy)}/mcp`
    const documented = readFileSync("docs/conformance.md", "utf8")
    for (const set of productSets)
      for (const outcome of await runScenarios(url, set)) expect(documented).toContain(scenarioRow(outcome))
  } finally {
    proxy.close().closeAllConnections()
  }
})
