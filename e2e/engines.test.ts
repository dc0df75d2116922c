/** Tests setting up, testing and switching off AI engines, against a fake engine on this machine. */
import { startVendorServer } from "@/domain/ai-engines/testing/vendor-server"
import { expectAccessible, expectNoOverflow } from "./accessible"
import { call, signUp } from "./person"
import { expect, test } from "./test"

const key = "sk-secret-0123456789abcwx9z"

test("an engine is set up with a key that is never shown again, tested, changed and switched off", async ({ page }) => {
  const vendor = await startVendorServer()
  const { slug } = await signUp(page)
  const bodies: string[] = []
  page.on("response", async (response) => {
    bodies.push(await response.text().catch(() => ""))
  })
  await page.goto(`/${slug}/settings/engines`)
  await expect(page.getByText("When you have set up an engine, you can choose a model for sentiment")).toBeVisible()
  await page.getByRole("button", { name: "Set up OpenAI-compatible" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("API key").fill(key)
  await dialog.getByLabel("Model").fill("llama")
  await dialog.getByLabel("Address").fill("https://10.0.0.1/v1")
  await dialog.getByRole("button", { name: "Set up" }).click()
  await expect(dialog.getByText("Use a host name with a certificate.")).toBeVisible()
  await expectAccessible(page, "the dialog of an engine")
  await dialog.getByLabel("Address").fill(`${vendor.url}/v1`)
  await dialog.getByRole("button", { name: "Set up" }).click()
  await expect(page.getByText("OpenAI-compatible is set up. Test it next.")).toBeVisible()
  await expect(page.getByText("API key …wx9z")).toBeVisible()

  await page.getByRole("button", { name: "Test OpenAI-compatible" }).click()
  await expect(dialog).toContainText("llama-local")
  await expect(dialog).toContainText("Sony and Anker.")
  expect(vendor.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`])
  vendor.failures.push({ status: 401 })
  await dialog.getByRole("button", { name: "Ask again" }).click()
  await expect(dialog).toContainText("The engine rejected the API key (HTTP 401).")
  await expect(dialog).toContainText("Check that the API key is complete and still valid")
  await expectAccessible(page, "a test that failed")
  await dialog.getByRole("button", { name: "Close" }).click()

  await page.getByRole("button", { name: "Edit OpenAI-compatible" }).click()
  await expect(dialog.getByLabel("API key")).toHaveValue("")
  await dialog.getByLabel("Model").fill("llama-2")
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("llama-2 · no web search · 4 concurrent"), "the key stays").toBeVisible()
  await expect(page.getByText("API key …wx9z")).toBeVisible()

  await page.getByLabel("Sentiment model").selectOption("OpenAI-compatible")
  await page.getByRole("button", { name: "Save sentiment" }).click()
  await expect(page.getByText("Sentiment settings saved")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("Sentiment model")).toHaveValue("compatible_api")

  await page.getByRole("button", { name: "Switch off OpenAI-compatible" }).click()
  await expect(dialog).toContainText("Scans of projects that use this engine do not start")
  await dialog.getByRole("button", { name: "Switch off" }).click()
  await expect(page.getByRole("button", { name: "Test OpenAI-compatible" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Switch on OpenAI-compatible" })).toBeVisible()

  await page.reload()
  expect(await page.content()).not.toContain(key)
  expect(
    bodies.filter((body) => body.includes(key)),
    "no response of the server contains the key",
  ).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, "engines on a phone")
  await expectAccessible(page, "engines")
  await vendor.close()
})

test("the form for sentiment shows the stored model for its engine only", async ({ page }) => {
  const { slug } = await signUp(page)
  const set = async (name: string, input: object) =>
    expect((await call(page, slug, `aiVisibility.${name}`, input)).error).toBeUndefined()
  for (const [engine_id, model] of [
    ["openai_api", "gpt-5.5"],
    ["gemini_api", "gemini-3"],
  ])
    await set("setUpEngine", { engine_id, model, is_enabled: true, api_key: key })
  await set("setUpSentimentModel", { engine_id: "openai_api", model: "gpt-5.5-mini", is_enabled: true })
  await page.goto(`/${slug}/settings/engines`)
  const model = page.getByLabel("Model", { exact: true })
  await expect(model).toHaveValue("gpt-5.5-mini")
  await page.getByLabel("Sentiment model").selectOption("gemini_api")
  await expect(model).toHaveValue("")
  await page.getByLabel("Sentiment model").selectOption("openai_api")
  await expect(model).toHaveValue("gpt-5.5-mini")
})

test("the price of an engine is set from a day on, changed and deleted", async ({ page }) => {
  const { slug } = await signUp(page)
  const engine = { engine_id: "openai_api", is_enabled: true, model: "gpt-5.5", api_key: key }
  expect((await call(page, slug, "aiVisibility.setUpEngine", engine)).error).toBeUndefined()
  await page.goto(`/${slug}/settings/engines`)
  await expect(page.getByText("No price is set, so the cost of answers is not known.")).toBeVisible()
  const prices = page.getByRole("group", { name: "Prices" }).locator("tbody tr")
  const dialog = page.getByRole("dialog")
  const setPrice = async (day: string, usdIn: string) => {
    await page.getByRole("button", { name: "Set price" }).click()
    await dialog.getByLabel("Engine").selectOption("openai_api")
    await dialog.getByLabel("Valid from").fill(day)
    await dialog.getByLabel("Per million tokens in").fill(usdIn)
    await dialog.getByLabel("Per million tokens out").fill("10")
    await dialog.getByRole("button", { name: "Set price" }).click()
    await expect(dialog).toHaveCount(0)
  }
  await setPrice("2026-01-01", "1.25")
  await expect(prices).toHaveText([/all models2026-01-01\$1\.25\$10/])
  await expect(page.getByText("$1.25 in and $10 out per million tokens"), "it applies today").toBeVisible()
  await setPrice("2026-01-01", "1.5")
  await expect(prices, "a price of the same day replaces it").toHaveText([/2026-01-01\$1\.5\$10/])
  await setPrice("2199-01-01", "7")
  await expect(prices).toHaveText([/2199-01-01\$7\$10/, /2026-01-01\$1\.5\$10/])
  await expect(page.getByText("$1.5 in and $10 out"), "a later price does not apply yet").toBeVisible()

  await page.getByRole("button", { name: "Delete the price of OpenAI, all models, from 2026-01-01" }).click()
  await dialog.getByRole("button", { name: "Delete price" }).click()
  await expect(prices).toHaveText([/2199-01-01/])
  await expect(page.getByText("No price is set, so the cost of answers is not known.")).toBeVisible()
})
