/**
 * Records a page as a WebM video. Playwright's own recorder needs a program that it cannot download on every machine.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Page } from "@playwright/test"

type Size = { width: number; height: number }
/** `data` is a JPEG in Base64. Times are in seconds. */
type Frame = { data: string; timestamp: number; duration: number }

const encoderUrl = "http://localhost/encoder"
/** The last frame stays visible for this long. */
const lastFrameSeconds = 2

/** Starts recording. The returned function ends the recording and writes the file. */
export async function recordVideo(page: Page, size: Size): Promise<(path: string) => Promise<void>> {
  const pictures: { data: Buffer; timestamp: number }[] = []
  await page.screencast.start({ size, onFrame: (picture) => pictures.push(picture) })
  return async (path) => {
    await page.screencast.stop()
    writeFileSync(path, await encode(page, toFrames(pictures), size))
  }
}

/**
 * A picture is visible until the next one. The browser sends one when the page has changed, and two may arrive in the
 * wrong order.
 */
function toFrames(pictures: { data: Buffer; timestamp: number }[]): Frame[] {
  const ordered = pictures.toSorted((a, b) => a.timestamp - b.timestamp)
  const startMs = ordered[0]?.timestamp ?? 0
  return ordered.map(({ data, timestamp }, i) => {
    const next = ordered[i + 1]
    const duration = next ? (next.timestamp - timestamp) / 1_000 : lastFrameSeconds
    return { data: data.toString("base64"), timestamp: (timestamp - startMs) / 1_000, duration }
  })
}

/** Encodes in another page, because browsers contain a video encoder and Node does not. */
async function encode(page: Page, frames: Frame[], size: Size): Promise<Buffer> {
  const encoder = await page.context().newPage()
  await encoder.route(`${encoderUrl}**`, (route) => {
    const isModule = route.request().url().endsWith(".mjs")
    return route.fulfill(
      isModule ? { contentType: "text/javascript", body: mediabunny() } : { contentType: "text/html", body: "" },
    )
  })
  await encoder.goto(encoderUrl)
  const video = await encoder.evaluate(encodeInBrowser, { frames, size, moduleUrl: `${encoderUrl}.mjs` })
  await encoder.close()
  return Buffer.from(video, "base64")
}

/** The video encoder as a module for browsers. */
function mediabunny() {
  const main = createRequire(import.meta.url).resolve("mediabunny")
  return readFileSync(join(dirname(main), "mediabunny.min.mjs"))
}

/** Runs in the browser. Returns the video in Base64. */
async function encodeInBrowser({ frames, size, moduleUrl }: { frames: Frame[]; size: Size; moduleUrl: string }) {
  const media: typeof import("mediabunny") = await import(moduleUrl)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const output = new media.Output({ format: new media.WebMOutputFormat(), target: new media.BufferTarget() })
  const source = new media.CanvasSource(canvas, { codec: "vp9", bitrate: media.QUALITY_HIGH })
  output.addVideoTrack(source)
  await output.start()
  for (const { data, timestamp, duration } of frames) {
    const jpeg = await (await fetch(`data:image/jpeg;base64,${data}`)).blob()
    canvas.getContext("2d")?.drawImage(await createImageBitmap(jpeg), 0, 0, size.width, size.height)
    await source.add(timestamp, duration)
  }
  await output.finalize()
  const reader = new FileReader()
  reader.readAsDataURL(new Blob([output.target.buffer ?? new ArrayBuffer(0)]))
  await new Promise((resolve) => reader.addEventListener("load", resolve))
  return String(reader.result).replace(/^.*,/, "")
}
