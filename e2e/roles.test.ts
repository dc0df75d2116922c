/**
 * Tests what the pages of a team offer to each role: only operations that the role may call and pages that it can use.
 * Where an operation is missing, the page says who can do it.
 */
import { expect, type Locator, type Page } from "@playwright/test"
import { type Role, roleAtLeast, roles } from "@/domain/kernel/roles"
import { anotherBrowser, call, invite, joinTeam, signInByRequest } from "./person"
import { test } from "./receiver"
import { demo } from "./start"
import { createWebhook } from "./webhook-steps"

/** How a page says who can do what the visitor cannot. */
const reasons: Record<Role, RegExp> = {
  viewer: /^/,
  member: /\b(members (of the team )?can|only members|members only)\b/i,
  admin: /\b(owners and admins|owner or admin|admins only|an admin)\b/i,
  owner: /\bonly owners\b/i,
}

/** `dead`: buttons that are disabled without a reason. */
type Offer = { operations: string[]; links: string[]; buttons: string[]; dead: string[]; text: string }

test("each role is offered only what it may do, and a reason for what is missing", async ({
  page,
  browser,
  receiver,
}) => {
  test.setTimeout(1_200_000)
  const { email, password, team_slug: slug } = demo()
  await signInByRequest(page, { email, password })
  const webhook_id = await createWebhook(page, slug, receiver.url, ["scan.completed"])
  await call(page, slug, "webhooks.sendTest", { webhook_id })
  const paths = await pathsOf(page, slug)
  expect(paths.length, paths.join("\n")).toBeGreaterThan(30)
  const visitors = new Map<Role, Page>()
  for (const role of ["viewer", "member", "admin"] as const) {
    const visitor = await anotherBrowser(browser)
    await joinTeam(visitor, await invite(page, slug, role))
    visitors.set(role, visitor)
  }
  visitors.set("owner", page)
  const offers = new Map<Role, Map<string, Offer | null>>()
  const openedDialogs: OpenedDialogs = new Map()
  // The owner opens all dialogs, because the offers of the other roles are compared with those of the owner.
  for (const [role, visitor] of visitors)
    offers.set(role, await offersOf(visitor, paths, role === "owner" ? new Map() : openedDialogs))
  await call(page, slug, "webhooks.delete", { webhook_id })
  const lists = [...offers].map(([role, pages]) => [
    role,
    Object.fromEntries([...pages].map(([path, offer]) => [path, offer?.buttons ?? "no page"])),
  ])
  await test
    .info()
    .attach("buttons", { body: JSON.stringify(Object.fromEntries(lists), null, 1), contentType: "application/json" })

  const roleOf = await neededRoles(visitors.get("viewer") ?? page, slug, [...offers.values()].flatMap(operationsIn))
  const canCall = (role: Role, operation: string) => roleAtLeast(role, roleOf.get(operation) ?? "viewer")
  const wrong: string[] = []
  for (const [role, pages] of offers) {
    const useless = new Set([...pages].filter(([, offer]) => isUseless(offer)).map(([path]) => kindOf(path)))
    for (const [path, offer] of pages) {
      if (!offer) continue
      const kind = `${role} at ${kindOf(path)}`
      for (const name of offer.dead) wrong.push(`${kind}: ${name} is disabled without a reason`)
      for (const operation of offer.operations)
        if (!canCall(role, operation))
          wrong.push(`${kind}: offers ${operation}, which needs the role ${roleOf.get(operation)}`)
      for (const link of offer.links)
        if (useless.has(kindOf(link))) wrong.push(`${kind}: links to ${kindOf(link)}, which the role cannot use`)
      const whole = offers.get("owner")?.get(path)?.operations ?? []
      const missing = whole.filter((operation) => !canCall(role, operation))
      for (const needed of new Set(missing.map((operation) => roleOf.get(operation) ?? "viewer")))
        if (!reasons[needed].test(offer.text))
          wrong.push(
            `${kind}: does not say that a ${needed} can ${missing.filter((id) => roleOf.get(id) === needed).join(", ")}`,
          )
    }
  }
  expect(wrong).toEqual([])
  expect(roles.every((role) => offers.has(role))).toBe(true)
})

const operationsIn = (pages: Map<string, Offer | null>) =>
  [...pages.values()].flatMap((offer) => offer?.operations ?? [])

/**
 * The lowest role of each operation, from the error that a viewer gets. The unknown field keeps other calls from
 * changing anything.
 */
async function neededRoles(viewer: Page, slug: string, operations: string[]): Promise<Map<string, Role>> {
  const needed = new Map<string, Role>()
  for (const operation of new Set(operations)) {
    const { error } = await call(viewer, slug, operation, { unknown_field: true })
    const { code, detail } = error.data.problem
    const role = /requires the role (\w+)/.exec(detail)?.[1] as Role | undefined
    expect(role ? ["role_missing"] : ["parameter_unknown", "parameter_invalid"], operation).toContain(code)
    needed.set(operation, role ?? "viewer")
  }
  return needed
}

/** True for a page that shows nothing but who may use it, and for a page that the role cannot open. */
const isUseless = (offer: Offer | null) => offer === null || /\b(Members|Admins) only\b/.test(offer.text)

/** Replaces ids in a path. */
const kindOf = (path: string) =>
  path.replace(/[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}/g, "{id}").replace(/(citations)\/[^/]+$/, "$1/{domain}")

/** Follows links from the home page. Returns one path of each kind of page of the team, and the account. */
async function pathsOf(page: Page, slug: string): Promise<string[]> {
  const found = new Map([[`/${slug}`, `/${slug}`]])
  for (const path of found.values()) {
    const html = await (await page.request.get(path)).text()
    for (const [, href = ""] of html.matchAll(/href="(\/[^"?#]*)/g))
      if (href.startsWith(`/${slug}/`) && !found.has(kindOf(href))) found.set(kindOf(href), href)
  }
  return [...found.values(), "/account"]
}

/**
 * What the dialogs offered to the lowest role that can open them, by page and name. A higher role may call the same
 * operations, so a dialog is not opened again.
 */
type OpenedDialogs = Map<string, Pick<Offer, "operations" | "dead">>

async function offersOf(page: Page, paths: string[], openedDialogs: OpenedDialogs) {
  const offers = new Map<string, Offer | null>()
  const openedMenus = new Set<string>()
  for (const path of paths) {
    const response = await page.goto(path, { waitUntil: "networkidle" })
    if (response?.status() === 404) offers.set(path, null)
    else {
      expect(response?.status(), path).toBe(200)
      offers.set(path, await offerOf(page, openedMenus, openedDialogs))
    }
  }
  return offers
}

/** Menus that are the same on every page. They are opened on the first page that has one. */
const commonMenus = /^(Switch|Table options)\b/

/** The rows of a list have the same dialogs. At most this many are opened whose buttons begin with the same word. */
const maxAlike = 2

/**
 * What a page offers, also in its dialogs and menus. `openedMenus`: the common menus that were already opened. Menus are
 * opened for each role, because their items differ.
 */
async function offerOf(page: Page, openedMenus: Set<string>, openedDialogs: OpenedDialogs): Promise<Offer> {
  const main = page.getByRole("main")
  const links = await main
    .locator("a[href^='/']")
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname))
  const buttons = await main.getByRole("button").allInnerTexts()
  const text = await main.innerText()
  const selection = main.getByRole("checkbox", { name: /^Select/ }).first()
  if (await selection.isVisible()) await selection.check()
  const found = [await offeredNow(page)]
  const openers = main.locator("[aria-haspopup=dialog]:visible, [aria-haspopup=menu]:visible")
  for (const { opener, name } of await differentOpeners(openers, openedMenus)) {
    const open = async () => {
      await opener.click()
      await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor()
    }
    if ((await opener.getAttribute("aria-haspopup")) === "dialog") {
      found.push(await offerOfDialog(page, name, openedDialogs, open))
      continue
    }
    await open()
    const items = await page.locator("[role=menuitem][aria-haspopup=dialog]").allInnerTexts()
    found.push(await offeredNow(page, name))
    await close(page)
    for (const item of items)
      found.push(
        await offerOfDialog(page, `${name} -> ${item}`, openedDialogs, async () => {
          await open()
          await page.getByRole("menuitem", { name: item }).click()
          await page.getByRole("dialog").waitFor()
        }),
      )
  }
  return {
    operations: [...new Set(found.flatMap(({ operations }) => operations))],
    links: [...new Set(links)],
    buttons: [...new Set(buttons)],
    dead: [...new Set(found.flatMap(({ dead }) => dead))],
    text,
  }
}

/** The buttons that open a dialog or a menu, without those like an earlier one, with their names. */
async function differentOpeners(openers: Locator, openedMenus: Set<string>) {
  const different: { opener: Locator; name: string }[] = []
  const namesByVerb = new Map<string, Set<string>>()
  for (const opener of await openers.all()) {
    const name = (await opener.getAttribute("aria-label")) ?? (await opener.innerText())
    const common = commonMenus.exec(name)?.[0]
    const [verb = name] = name.split(" ")
    const alike = namesByVerb.get(verb) ?? new Set()
    if (alike.has(name) || alike.size === maxAlike || (common && openedMenus.has(common))) continue
    if (await opener.isDisabled()) continue
    namesByVerb.set(verb, alike.add(name))
    if (common) openedMenus.add(common)
    different.push({ opener, name })
  }
  return different
}

/** What a dialog offers. `open` is called unless a lower role has opened the dialog. */
async function offerOfDialog(page: Page, name: string, openedDialogs: OpenedDialogs, open: () => Promise<void>) {
  const key = `${kindOf(new URL(page.url()).pathname)}: ${name}`
  const known = openedDialogs.get(key)
  if (known) return known
  await open()
  const offer = await offeredNow(page, name)
  openedDialogs.set(key, offer)
  await close(page)
  return offer
}

/** Closes the open dialog or menu. */
async function close(page: Page) {
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0)
}

/** What is visible offers. `opener`: the name of the button that opened it. */
async function offeredNow(page: Page, opener?: string) {
  const dead = await deadButtons(page)
  return {
    operations: await offeredOperations(page),
    dead: opener === undefined ? dead : dead.map((button) => `${opener} -> ${button}`),
  }
}

/**
 * The visible buttons, menu items and switches that are disabled, and neither have a title nor a description that says
 * why. A button that waits for data of an open dialog becomes enabled within the time that this waits.
 */
async function deadButtons(page: Page): Promise<string[]> {
  const names = () =>
    page.evaluate(() => {
      const disabled = "button:disabled, :is([role=button], [role=menuitem], [role=switch])[aria-disabled=true]"
      const describes = (id: string) => Boolean(document.getElementById(id)?.textContent?.trim())
      const hasReason = (element: Element) =>
        Boolean(element.getAttribute("title")) || element.getAttribute("aria-describedby")?.split(" ").some(describes)
      return [...document.querySelectorAll<HTMLElement>(disabled)]
        .filter((button) => button.checkVisibility() && !hasReason(button))
        .map((button) => button.getAttribute("aria-label") ?? button.innerText)
    })
  await expect
    .poll(names, { timeout: maxWaitForDataMs })
    .toEqual([])
    .catch(() => {})
  return names()
}

const maxWaitForDataMs = 30_000

/**
 * The operations that the page can call by something enabled: React Query has an observer for each, with the
 * operation's path as key, in the component that uses it.
 */
const offeredOperations = (page: Page) =>
  page.evaluate(() => {
    type Hook = { memoizedState: unknown; next: Hook | null }
    type Fiber = { memoizedState: unknown; child: Fiber | null; sibling: Fiber | null; tag: number; stateNode: unknown }
    const name = Object.keys(document).find((key) => key.startsWith("__reactContainer$")) ?? ""
    const root = (document as unknown as Record<string, { stateNode: { current: Fiber } }>)[name]?.stateNode.current
    const controls = ":is(button, input, select, textarea, [role=menuitem]):not(:disabled)"
    const hasControl = ({ child }: Fiber) =>
      [...fibersFrom(child)].some(({ stateNode }) => stateNode instanceof HTMLElement && stateNode.matches(controls))
    const operations = new Set<string>()
    for (const fiber of fibersFrom(root ?? null)) {
      // Tags of function components. The state of others is not a list of hooks.
      if (![0, 11, 15].includes(fiber.tag)) continue
      for (let hook = fiber.memoizedState as Hook | null; hook; hook = hook.next) {
        const { options } = (hook.memoizedState ?? {}) as { options?: { mutationKey?: string[][] } }
        // The state of another hook may be the API's proxy, which has every property.
        const [path] = Array.isArray(options?.mutationKey) ? options.mutationKey : []
        if (path && hasControl(fiber)) operations.add(path.join("."))
      }
    }
    return [...operations]

    function* fibersFrom(first: Fiber | null): Generator<Fiber> {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        yield fiber
        yield* fibersFrom(fiber.child)
      }
    }
  })
