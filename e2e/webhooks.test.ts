/** Tests adding, verifying, pausing, recovering, rotating and deleting webhooks, against a receiver on this machine. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect } from "@playwright/test"
import { Webhook } from "standardwebhooks"
import { clipboardText } from "./page-steps"
import { anotherBrowser, call, choosePlan, invite, joinTeam, signUp } from "./person"
import { type Received, test } from "./receiver"
import { addWebhook, disableWebhooks, sendTest, storeSecret, webhooksOf } from "./webhook-steps"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

const verified = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers)

test("a webhook is added, its test event arrives with a valid signature, and the delivery appears in the log", async ({
  page,
  receiver,
}) => {
  const { slug } = await signUp(page)
  await page.goto(webhooksOf(slug))
  await expect(page.getByText("The Free plan has no webhooks")).toBeVisible()
  await choosePlan(page, slug)
  await page.goto(`/${slug}/settings/api`)
  await page.getByRole("link", { name: "Webhooks" }).click()
  await expect(page.getByText("npm run receive -- --port 4000")).toBeVisible()
  await expect(page.getByLabel("Example of an event")).toContainText('"type": "signal.created"')

  const secret = await addWebhook(page, slug, receiver.url)
  expect(secret).toMatch(/^whsec_/)
  await expect(page.locator("body"), "the page of the webhook shows no secret").not.toContainText(secret)

  const dialog = await sendTest(page)
  await expect(dialog).toContainText("The receiver responded with 204")
  await expect(dialog, "the request is shown").toContainText("webhook-signature")
  const [arrived] = receiver.received as [Received]
  expect(verified(secret, arrived)).toMatchObject({ type: "test.ping", test: true })

  await dialog.getByRole("link", { name: "Open in log" }).click()
  await page.waitForURL(/\/deliveries\/dlv_/)
  await expect(page.getByText(arrived.headers["webhook-id"] ?? "").first()).toBeVisible()
  await expect(page.getByRole("table", { name: "Timing" })).toContainText("Total")
  await page.getByRole("button", { name: "Copy as curl" }).click()
  await expect(page.getByRole("dialog")).toContainText(`curl --globoff --request POST '${receiver.url}'`)
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click()
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible()
  await promisify(execFile)("bash", ["-c", await clipboardText(page)])
  const [, pasted] = receiver.received as [Received, Received]
  expect(pasted.body, "the command works in a shell").toBe(arrived.body)
  expect(verified(secret, pasted)).toMatchObject({ type: "test.ping" })
  await page.getByRole("button", { name: "Close" }).click()

  await page.getByRole("button", { name: "Resend delivery" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Resend delivery" }).click()
  await expect(page.getByText("Attempt 2"), "the page refreshes by itself").toBeVisible()
  await expect.poll(() => receiver.received.length).toBe(3)
  const again = receiver.received[2] as Received
  expect(again.body).toBe(arrived.body)
  expect(verified(secret, again)).toMatchObject({ type: "test.ping" })

  await page.goto(`${webhooksOf(slug)}/deliveries`)
  await expect(page.getByRole("row", { name: "test.ping" })).toContainText("delivered")
  await page.getByLabel("State").selectOption({ label: "exhausted" })
  await expect(page.getByText("No matching deliveries")).toBeVisible()
  const id = arrived.headers["signalbox-delivery-id"] ?? ""
  for (const [typed, rows] of [
    ["no id", 0],
    [id.slice(0, 20), 1],
  ] as const) {
    await page.goto(`${webhooksOf(slug)}/deliveries`)
    await page.getByLabel("Delivery or message ID").fill(typed)
    await page.keyboard.press("Enter")
    await page.waitForURL(/q=/)
    await expect(page.getByRole("row", { name: "test.ping" })).toHaveCount(rows)
  }

  await page.getByRole("row", { name: "test.ping" }).getByRole("link").first().click()
  await page.getByRole("button", { name: "Delete content" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete content" }).click()
  await expect(page.getByRole("button", { name: "Delete content" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Resend delivery" }), "it cannot be sent again").toHaveCount(0)
  await expect(page.getByText("Attempt 2"), "the log stays").toBeVisible()
})

test("resuming a paused webhook asks whether to send its held events, and failed deliveries can be recovered", async ({
  page,
  receiver,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url, "none (1 attempt)")
  const webhookPage = page.url()
  receiver.responseSettings.status = 503
  const dialog = await sendTest(page)
  await expect(dialog).toContainText("Not delivered.")
  await expect(dialog, "the response is shown").toContainText("not today")
  await dialog.getByRole("button", { name: "Done" }).click()

  await page.getByRole("button", { name: "Pause webhook" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Pause webhook" }).click()
  await expect(page.getByText("Paused manually.")).toBeVisible()
  // A second webhook is disabled by a 410 response. The event about it is held for the paused webhook.
  receiver.responseSettings.status = 410
  await addWebhook(page, slug, `${receiver.url}/gone`)
  await sendTest(page)
  await expect(async () => {
    await page.goto(webhookPage)
    await expect(page.getByText("1 event is held.")).toBeVisible({ timeout: 5_000 })
  }, "new events are held").toPass()

  receiver.responseSettings.status = 503
  const before = receiver.received.length
  await page.getByRole("button", { name: "Resume webhook" }).click()
  await expect(page.getByRole("dialog", { name: "Send or skip 1 held event?" })).toBeVisible()
  await page.getByRole("button", { name: "Resume and send 1" }).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  expect(receiver.received.at(-1)?.body).toContain("endpoint.disabled")
  const row = page.getByRole("row", { name: "endpoint.disabled" })
  await expect(row, "the page refreshes by itself").toContainText("exhausted")

  receiver.responseSettings.status = 204
  await page.getByRole("button", { name: "Recover deliveries" }).click()
  await page.getByRole("button", { name: "Count deliveries" }).click()
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("1 delivery")
  await page.getByRole("button", { name: "Resend 1 delivery" }).click()
  await expect(page.getByRole("list", { name: "Recoveries" })).toContainText("1 of 1 sent")
  await expect(row).toContainText("delivered")
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(receiver.received.at(-2)?.headers["webhook-id"])
})

test("rotating the secret signs with both secrets, deleting removes the webhook, and the audit log lists the changes", async ({
  page,
  receiver,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  const old = await addWebhook(page, slug, receiver.url)
  await page.getByRole("button", { name: "Rotate secret" }).click()
  await page.getByLabel("Keep the old secret active for").selectOption({ label: "1 hour" })
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click()
  const fresh = await storeSecret(page)
  expect(fresh).not.toBe(old)
  await (await sendTest(page)).getByRole("button", { name: "Done" }).click()
  const [both] = receiver.received as [Received]
  for (const secret of [old, fresh]) expect(verified(secret, both)).toMatchObject({ type: "test.ping" })

  await page.getByRole("button", { name: "Edit webhook" }).click()
  await page.getByRole("checkbox", { name: "All events" }).uncheck()
  for (const name of ["scan finished", "endpoint was disabled"]) await page.getByRole("checkbox", { name }).uncheck()
  await page.getByLabel("Description").fill("CRM")
  await page.getByText("Retries, headers, rate").click()
  await page.getByRole("checkbox", { name: "ed25519" }).check()
  await page.getByRole("button", { name: "Save webhook" }).click()
  await expect(page.getByText("signal.created", { exact: true })).toBeVisible()

  await page.getByRole("button", { name: "Rotate ed25519 key" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Rotate ed25519 key" }).click()
  await expect(page.getByText("ed25519 key rotated")).toBeVisible()
  const jwks = await page.request.get((await page.getByText(/jwks\.json$/).textContent()) ?? "")
  expect((await jwks.json()).keys, "both are published while both sign").toHaveLength(2)

  await page.getByRole("button", { name: "Delete webhook" }).click()
  await expect(page.getByRole("dialog")).toContainText(`${receiver.url} no longer receives signal.created`)
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click()
  await page.waitForURL(webhooksOf(slug))
  await expect(page.getByText("No webhooks yet")).toBeVisible()
  await page.goto(`/${slug}/settings/audit`)
  const { url } = receiver
  for (const words of [
    `added the webhook ${url}`,
    "rotated a webhook's secret",
    "changed a webhook",
    `deleted the webhook ${url}`,
  ])
    await expect(page.getByRole("cell").filter({ hasText: words })).toBeVisible()
})

test("an invalid URL shows its errors, and creates no webhook", async ({ page }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(webhooksOf(slug))
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByLabel("URL").fill("http://somebody@intranet/hooks")
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  await expect(page.getByRole("alert")).toContainText("The URL does not use https.")
  await expect(page.getByRole("alert")).toContainText("user name or password")
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByText("No webhooks yet")).toBeVisible()
})

test("a new URL removes the custom headers, and the dialog says so before it is saved", async ({ page, receiver }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url)
  await page.getByRole("button", { name: "Edit webhook" }).click()
  await page.getByText("Retries, headers, rate").click()
  await page.getByLabel("Custom headers").fill("Authorization: Bearer only-for-this-url")
  await page.getByRole("button", { name: "Save webhook" }).click()
  await expect(page.getByText("Webhook updated")).toBeVisible()
  await expect(page.getByText("authorization", { exact: true })).toBeVisible()

  await page.getByRole("button", { name: "Edit webhook" }).click()
  const note = page.getByRole("dialog").getByRole("status")
  await expect(note).toHaveCount(0)
  await page.getByLabel("URL").fill(`${receiver.url}/elsewhere`)
  await expect(note).toContainText("Saving a new URL removes the custom header authorization")
  await page.getByRole("button", { name: "Save webhook" }).click()
  await expect(page.getByText("The URL is new, so authorization is no longer sent.")).toBeVisible()
  await expect(page.getByText("authorization", { exact: true })).toHaveCount(0)
})

test("a duplicate custom header shows an error at its field, and creates no webhook", async ({ page, receiver }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(webhooksOf(slug))
  await page.getByRole("button", { name: "Add webhook" }).click()
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByText("Retries, headers, rate").click()
  const headers = page.getByLabel("Custom headers")
  await headers.fill("X-Tenant: 42\nx-tenant: 43")
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  await expect(headers).toHaveAccessibleDescription(/"x-tenant", which occurs twice/)
  await headers.fill("X-Tenant: 42\nX-Tenant: 42")
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click()
  await expect(headers).toHaveAccessibleDescription(/"X-Tenant", which occurs twice/)
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByText("No webhooks yet")).toBeVisible()
})

test("held events can be skipped and recovered later, and a running recovery can be canceled", async ({
  page,
  receiver,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url)
  const webhook_id = page.url().split("/").at(-1) ?? ""
  await call(page, slug, "webhooks.update", { webhook_id, is_fifo: true })
  await call(page, slug, "webhooks.pause", { webhook_id })
  await disableWebhooks(page, slug, receiver.url, 3)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText("3 events are held.")).toBeVisible({ timeout: 5_000 })
  }).toPass()

  const wide = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(webhooksOf(slug))
  await expect(page.getByText("in 24 hours, 3 events held"), "the list on a phone").toBeVisible()
  await page.setViewportSize(wide)
  await page.goto(`${webhooksOf(slug)}/${webhook_id}`)

  const arrived = () => receiver.received.filter(({ body }) => body.includes("endpoint.disabled"))
  await page.getByRole("button", { name: "Resume webhook" }).click()
  await page.getByRole("button", { name: "Skip 3 and resume" }).click()
  await expect(page.getByText("Webhook resumed")).toBeVisible()
  const rows = page.getByRole("row", { name: "endpoint.disabled" })
  await expect(rows.filter({ hasText: "canceled" })).toHaveCount(3)
  expect(arrived(), "skipped events are not sent").toHaveLength(0)

  const canceled = Promise.withResolvers<void>()
  receiver.responseSettings.until = canceled.promise
  await page.getByRole("button", { name: "Recover deliveries" }).click()
  await page.getByRole("checkbox", { name: "Canceled or skipped" }).check()
  await page.getByRole("button", { name: "Count deliveries" }).click()
  await page.getByRole("button", { name: "Resend 3 deliveries" }).click()
  const recovery = page.getByRole("list", { name: "Recoveries" })
  await expect(recovery).toContainText("running")
  await expect(recovery.getByRole("progressbar", { name: "Progress" })).toBeVisible()
  await expect.poll(() => arrived().length).toBe(1)
  await recovery.getByRole("button", { name: "Cancel recovery" }).click()
  await expect(recovery).not.toContainText("running")
  await expect(recovery).toContainText("canceled")
  await expect(recovery.getByRole("button")).toHaveCount(0)
  canceled.resolve()
  await expect(rows.filter({ hasText: "delivered" }), "the request in flight finishes").toHaveCount(1)
  await expect(recovery).toContainText("1 of 3 sent")
  await expect(rows.filter({ hasText: "canceled" }), "the others are unchanged").toHaveCount(2)
  expect(arrived()).toHaveLength(1)
})

test("a user can retry all waiting deliveries at once, despite the receiver's Retry-After", async ({
  page,
  receiver,
}) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await addWebhook(page, slug, receiver.url)
  const webhookPage = page.url()
  receiver.responseSettings.status = 503
  receiver.responseSettings.headers = { "retry-after": "99999999" }
  await disableWebhooks(page, slug, receiver.url, 2)
  const retry = page.getByRole("button", { name: "Retry 2 deliveries now" })
  await expect(async () => {
    await page.goto(webhookPage)
    await expect(retry).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText("The receiver asked us to wait until")).toBeVisible()

  receiver.responseSettings.status = 204
  receiver.responseSettings.headers = {}
  await retry.click()
  await page.getByRole("dialog").getByRole("button", { name: "Retry deliveries" }).click()
  const rows = page.getByRole("row", { name: "endpoint.disabled" })
  await expect(rows.filter({ hasText: "delivered" }), "the page refreshes by itself").toHaveCount(2)
  await expect(page.getByRole("button", { name: /^Retry/ })).toHaveCount(0)
  await page.goto(`/${slug}/settings/audit`)
  const retriedEntry = page.getByRole("cell").filter({ hasText: "retried the waiting deliveries of the webhook" })
  await expect(retriedEntry).toHaveCount(1)
})

test("a dismissed notice does not appear again", async ({ page, receiver }) => {
  const { slug } = await signUp(page)
  await choosePlan(page, slug)
  await page.goto(webhooksOf(slug))
  await disableWebhooks(page, slug, receiver.url, 2)
  await page.reload()
  const notices = page.getByRole("list", { name: "Notices" }).getByRole("listitem")
  await expect(notices).toHaveCount(2)
  await notices
    .first()
    .getByRole("button", { name: /^Dismiss ./ })
    .click()
  await expect(notices).toHaveCount(1)
  await page.reload()
  await expect(notices).toHaveCount(1)
  await page.goto(`/${slug}/settings/audit`)
  await expect(page.getByRole("cell").filter({ hasText: "dismissed a notice" })).toHaveCount(1)
})

for (const role of ["viewer", "member"])
  test(`a ${role} sees webhooks and their deliveries, and cannot change them`, async ({ page, browser, receiver }) => {
    const { slug } = await signUp(page)
    await choosePlan(page, slug)
    await addWebhook(page, slug, receiver.url)
    const webhook_id = page.url().split("/").at(-1) ?? ""
    await (await sendTest(page)).getByRole("button", { name: "Done" }).click()
    const viewer = await anotherBrowser(browser)
    await joinTeam(viewer, await invite(page, slug, role))

    await viewer.goto(webhooksOf(slug))
    await expect(viewer.getByRole("row", { name: "/hooks" })).toContainText("100.0%")
    await viewer.goto(`${webhooksOf(slug)}/${webhook_id}`)
    await expect(viewer.getByRole("row", { name: "test.ping" })).toBeVisible()
    const changes = /Add webhook|Send test|Pause|Resume|Rotate|Delete|Edit|Recover|Resend|Retry|curl/
    await expect(viewer.getByRole("button", { name: changes })).toHaveCount(0)
    await viewer.getByRole("row", { name: "test.ping" }).getByRole("link").click()
    await expect(viewer.getByRole("table", { name: "Timing" })).toBeVisible()
    await expect(viewer.getByRole("button", { name: changes })).toHaveCount(0)
    for (const [operation, input] of [
      ["webhooks.create", { url: receiver.url, event_types: ["*"] }],
      ["webhooks.update", { webhook_id, description: "mine" }],
      ["webhooks.rotateSecret", { webhook_id }],
      ["webhooks.sendTest", { webhook_id }],
      ["webhooks.delete", { webhook_id }],
    ] as const) {
      const { error } = await call(viewer, slug, operation, input)
      expect(error.data.problem, operation).toMatchObject({ status: 403, code: "role_missing" })
    }
    expect(receiver.received).toHaveLength(1)
  })
