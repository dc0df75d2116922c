/**
 * A tour of the product in captioned steps. `npm test` runs it as a test. `npm run demo` shows it slowly and records
 * it.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page, TestInfo } from "@playwright/test"
import { test as withReceiver } from "../receiver"
import { recordVideo } from "./record-video"

type Tour = {
  /** Shows the caption and does the work below it. */
  step(caption: string, work: () => Promise<unknown>): Promise<void>
}

/** Set by `npm run demo`: the folder for the videos and pictures. */
const folder = process.env["TOUR_FOLDER"]
export const viewport = { width: 1280, height: 800 }

export const test = withReceiver.extend<{ tour: Tour }>({
  viewport,
  permissions: ["clipboard-read", "clipboard-write"],
  // The content security policy of the product blocks the inline style of the captions.
  bypassCSP: folder !== undefined,
  tour: async ({ page }, use, testInfo) => {
    if (folder === undefined) return use({ step: async (caption, work) => void (await test.step(caption, work)) })
    const { tour, end } = await recordTour(page, join(folder, nameOf(testInfo)))
    await use(tour)
    await end()
  },
})

/** Records the page until `end` is called: a video, and a picture at the end of each step. */
export async function recordTour(page: Page, tourFolder: string): Promise<{ tour: Tour; end: () => Promise<void> }> {
  mkdirSync(tourFolder, { recursive: true })
  const saveVideo = await recordVideo(page, viewport)
  await page.screencast.showActions({ duration: 700 })
  return { tour: slowTour(page, tourFolder), end: () => saveVideo(join(tourFolder, "video.webm")) }
}

/** The name of the test's file: `webhook` for e2e/tours/webhook.test.ts. */
const nameOf = ({ file }: TestInfo) => /([\w-]+)\.test\.ts$/.exec(file)?.[1] ?? "tour"

function slowTour(page: Page, tourFolder: string): Tour {
  let count = 0
  return {
    step: (caption, work) =>
      test.step(caption, async () => {
        count++
        const overlay = await page.screencast.showOverlay(captionHtml(count, caption))
        await page.waitForTimeout(readingMs(caption))
        await work()
        await page.waitForTimeout(1_500)
        const picture = `${String(count).padStart(2, "0")}.jpg`
        await page.screenshot({ path: join(tourFolder, picture), type: "jpeg", quality: 80 })
        await overlay.dispose()
      }),
  }
}

/** 17 characters per second, the common reading speed of subtitles. */
const readingMs = (caption: string) => 500 + (caption.length / 17) * 1_000

const captionHtml = (count: number, caption: string) => `
  <div style="position: fixed; inset: auto 0 24px; display: flex; justify-content: center; pointer-events: none">
    <p style="max-width: 720px; margin: 0; padding: 12px 20px; border-radius: 8px; background: #14181fe6; color: #fff;
      font: 500 19px/1.45 system-ui, sans-serif"><span style="opacity: .6">${count}</span>&ensp;${caption}</p>
  </div>`
