/** Tests what `npm run demo` leaves of a tour: a video that browsers play, and a captioned picture of each step. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "./test"
import { recordTour, viewport } from "./tours/tour"

test.use({ viewport, bypassCSP: true })

test("a tour leaves a video and a captioned picture of each step", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-tour-"))
  try {
    const { tour, end } = await recordTour(page, folder)
    await tour.step("First.", () => page.goto("/sign-in", { waitUntil: "networkidle" }))
    await tour.step("Second.", () => page.goto("/sign-up", { waitUntil: "networkidle" }))
    await end()
    expect(readdirSync(folder).sort()).toEqual(["01.jpg", "02.jpg", "video.webm"])
    expect(await hasCaption(page, join(folder, "02.jpg")), "the caption is in the picture").toBe(true)
    const { width, height, duration } = await videoFacts(page, join(folder, "video.webm"))
    expect({ width, height }).toEqual(viewport)
    expect(duration, "seconds").toBeGreaterThan(5)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const asDataUrl = (type: string, path: string) => `data:${type};base64,${readFileSync(path).toString("base64")}`

/** True if the middle of the caption's box has its dark color. The page below it is light. */
const hasCaption = (page: Page, path: string) =>
  page.evaluate(
    async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
      context?.drawImage(image, 0, 0)
      const row = context?.getImageData(0, image.height - 40, image.width, 1).data ?? []
      return row.filter((value, i) => i % 4 === 0 && value < 60).length > 50
    },
    asDataUrl("image/jpeg", path),
  )

const videoFacts = (page: Page, path: string) =>
  page.evaluate(
    (url) =>
      new Promise<{ width: number; height: number; duration: number }>((resolve, reject) => {
        const video = document.createElement("video")
        video.onloadedmetadata = () =>
          resolve({ width: video.videoWidth, height: video.videoHeight, duration: video.duration })
        video.onerror = () => reject(new Error(video.error?.message))
        video.src = url
      }),
    asDataUrl("video/webm", path),
  )
