/** A tour: register a webhook, run a scan, watch the verified delivery arrive, break the receiver, and recover. */
import { expect } from "@playwright/test"
import { Webhook } from "standardwebhooks"
import { choosePlan, signUp } from "../person"
import { createProject, setUpSample, startScan } from "../scan-steps"
import { addWebhook, webhooksOf } from "../webhook-steps"
import { test } from "./tour"

test("register a webhook, receive the event of a scan, and recover from an outage", async ({
  page,
  receiver,
  tour,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await setUpSample(page, slug)
  const project = await createProject(page, slug, { asked_engines: ["sample"], prompts: 3 })
  const runScan = async () => {
    await page.goto(`${project.path}/scans`)
    await startScan(page)
    await expect(page.getByText(/All [\d,]+ answers arrived\./)).toBeVisible()
  }

  let secret = ""
  await tour.step("Ada registers the URL of her receiver. The signing secret is shown once.", async () => {
    secret = await addWebhook(page, slug, receiver.url)
  })
  const webhookPage = page.url()
  await tour.step("She starts a scan. The sample engine answers every prompt.", runScan)
  await tour.step("The event arrives. The receiver verifies its signature and answers with 204.", async () => {
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ body, headers } = { body: "", headers: {} }] = receiver.received
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "scan.completed" })
    await page.goto(webhookPage)
    await expect(page.getByRole("row", { name: "scan.completed" })).toContainText("delivered")
  })
  receiver.responseSettings.status = 503
  await tour.step("The receiver breaks and answers with 503. Another scan finishes meanwhile.", runScan)
  const retry = page.getByRole("button", { name: "Retry 1 delivery now" })
  await tour.step("The page of the webhook says what went wrong and when it tries again.", async () => {
    await expect(async () => {
      await page.goto(webhookPage)
      await expect(retry).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page.getByText("503").locator("visible=true").first()).toBeVisible()
  })
  receiver.responseSettings.status = 204
  await tour.step(
    "The receiver works again. Ada sends the waiting event immediately, and nothing is lost.",
    async () => {
      await retry.click()
      await page.getByRole("dialog").getByRole("button", { name: "Retry deliveries" }).click()
      await expect(page.getByRole("row", { name: "scan.completed" }).filter({ hasText: "delivered" })).toHaveCount(2)
    },
  )
  await tour.step("The list of webhooks shows how many requests succeeded.", async () => {
    await page.goto(webhooksOf(slug))
    await expect(page.getByRole("row", { name: "/hooks" })).toBeVisible()
  })
})
