/** Tests HTTP behavior that only Next, running behind the front server, can break. */
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { signInByRequest } from "./person"
import { demo } from "./start"
import { expect, test } from "./test"

/** Sends a request with node:http and returns the status and the body of the response. */
const ask = (path: string, headers: Record<string, string>, method = "GET") =>
  new Promise<{ status: number | undefined; encoding: string | undefined; body: string }>((resolve, reject) => {
    const asked = request(`${demo().base_url}${path}`, { method, headers }, async (answer) =>
      resolve({
        status: answer.statusCode,
        encoding: answer.headers["content-encoding"],
        body: await text(answer),
      }),
    )
    asked.on("error", reject).end()
  })

test("requests that offer an upgrade to HTTP/2 or WebSocket get an HTTP/1.1 response, also after a page was served", async ({
  page,
}) => {
  await page.goto("/sign-in")
  const authorization = `Bearer ${demo().api_key}`
  const h2c = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA" }
  expect((await ask("/api/v1/me", { authorization, ...h2c })).status).toBe(200)
  expect((await ask("/sign-in", h2c)).status).toBe(200)
  const socket = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==" }
  expect((await ask("/sign-in", socket)).status).toBe(200)
})

test("pages are compressed with Brotli, or with what the browser accepts", async () => {
  const encodingFor = async (accepted: string) => (await ask("/sign-in", { "Accept-Encoding": accepted })).encoding
  expect(await encodingFor("gzip, deflate, br")).toBe("br")
  expect(await encodingFor("gzip")).toBe("gzip")
  expect(await encodingFor("identity")).toBeUndefined()
})

test("a tRPC batch of more than 20 calls is refused", async ({ page }) => {
  const { email, password, team_slug } = demo()
  await signInByRequest(page, { email, password })
  const batch = (size: number) =>
    page.request.get(`/api/trpc/${Array(size).fill("clients.list").join(",")}?batch=1`, {
      headers: { "x-team": team_slug },
    })
  const refused = await batch(21)
  expect(refused.status()).toBe(400)
  expect(await refused.text()).toContain("A batch can have at most 20 calls. This one has 21.")
  const served = await batch(20)
  expect([served.status(), (await served.json()).length]).toEqual([200, 20])
})

test("an API key in a page's URL redirects to an explanation that does not contain the key", async ({ page }) => {
  const key = `sbx_live_${"a".repeat(36)}`
  await page.goto(`/sign-in?callbackUrl=/x?key=${key}`)
  await expect(page).toHaveURL(/\/docs\/errors\/key_in_url$/)
  await expect(page.getByRole("heading", { name: "API key sent in the URL" })).toBeVisible()
  expect(await page.content()).not.toContain(key)
})
