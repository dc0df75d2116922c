/** A tour: connect an assistant, ask it for data, and let it make changes. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { expect } from "@playwright/test"
import { App, allow } from "../oauth-app"
import { clipboardText, expectWriteActionsSaved } from "../page-steps"
import { call, choosePlan, signUp } from "../person"
import { test } from "./tour"

/** Calls a tool as an assistant does, with the official client. */
async function callTool(endpoint: string, token: string, name: string, args: Record<string, unknown>) {
  const client = new Client({ name: "assistant", version: "1.0.0" })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }))
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
  await client.close()
  expect(isError, JSON.stringify(content)).not.toBe(true)
  return structuredContent
}

test("connect an assistant, read with it, and switch changes on", async ({ page, tour }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug, "Agency")
  const created = await call(page, slug, "clients.create", { name: "Bergamo Bikes" })
  const client_id = created.result.data.data.id
  const settings = `/${slug}/settings/api/mcp`
  const app = await new App(page.request).register("Claude")
  const connect = async (scope: string) => {
    await page.goto(app.authorizationPath({ scope }))
    if (scope.includes("data:write")) await page.getByRole("checkbox", { name: /Also allow changes/ }).check()
  }
  const finish = async (): Promise<string> => {
    await allow(page)
    await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible()
    return (await app.tokens()).access_token
  }

  let endpoint = ""
  await tour.step("Ada copies the connector URL and pastes it into her assistant.", async () => {
    await page.goto(settings)
    await page.getByRole("button", { name: /^Copy/ }).first().click()
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible()
    endpoint = await clipboardText(page)
  })
  await tour.step("The assistant opens this page. It says what the assistant may do, and for whom.", async () => {
    await connect("data:read")
    await expect(page.getByText("It cannot change anything.")).toBeVisible()
  })
  const reading = await finish()
  await tour.step("The assistant lists the clients. The settings show the app and its calls.", async () => {
    expect(await callTool(endpoint, reading, "list_clients", {})).toMatchObject({ items: [{ name: "Bergamo Bikes" }] })
    await expect(async () => {
      await page.goto(settings)
      await expect(page.getByRole("cell", { name: "list_clients" }).first()).toBeVisible({ timeout: 5_000 })
    }).toPass()
  })
  await tour.step("Changes are off by default. Ada switches them on for the team.", async () => {
    await page.getByRole("switch", { name: "Write actions" }).click()
    await expect(page.getByRole("switch", { name: "Write actions" })).toBeChecked()
    await expectWriteActionsSaved(page)
  })
  await tour.step("The assistant asks for permission to make changes, and Ada ticks the box.", () =>
    connect("data:read data:write"),
  )
  const writing = await finish()
  await tour.step(
    "The assistant renames the client. The audit log says who did it, and through which app.",
    async () => {
      await callTool(endpoint, writing, "update_client", { client_id, name: "Bergamo Bikes Italia" })
      await page.goto(`/${slug}/settings/audit`)
      await expect(page.getByText(/Bergamo Bikes Italia/).first()).toBeVisible()
    },
  )
  app.close()
})
