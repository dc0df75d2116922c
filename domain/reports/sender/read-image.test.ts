import { describe, expect, it } from "vitest"
import { pngFile } from "@/domain/testing/png"
import { readImage } from "./read-image"

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")

/** A segment with the version, one with the quantization table, and the frame of 240 × 60 px. */
const jpeg = hex("ffd8 ffe0 0004 4a46 ffff db 0003 00 ffc0 000b 08 003c 00f0 01 011100")
const webp = (chunk: string) => Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), hex(chunk)])
const vp8 = webp("56503820 00000000 000000 9d012a f000 3c00")
const vp8l = webp("5650384c 00000000 2f efc00e00")
const vp8x = webp("56503858 0a000000 00000000 ef0000 3b0000")

describe("an image", () => {
  it.each([
    ["PNG", pngFile(240, 60), "image/png"],
    ["JPEG", jpeg, "image/jpeg"],
    ["WebP with losses", vp8, "image/webp"],
    ["WebP without losses", vp8l, "image/webp"],
    ["extended WebP", vp8x, "image/webp"],
  ])("is read as %s by its content", (_, file, type) => {
    expect(readImage(file)).toEqual({ type, width: 240, height: 60 })
  })

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
    ["a PDF", Buffer.from("%PDF-1.7")],
    ["an empty file", Buffer.alloc(0)],
    ["a PNG without a width", pngFile(0, 60)],
    ["a RIFF file that is no WebP", Buffer.from("RIFF\0\0\0\0WAVEfmt ")],
    ["a WebP with an unknown coding", webp("56503839 00000000 000000 9d012a f000 3c00")],
  ])("is not %s", (_, file) => {
    expect(readImage(file)).toBeUndefined()
  })

  it("is not a file that ends before its size", () => {
    for (const file of [pngFile(240, 60).subarray(0, 22), jpeg.subarray(0, 20), vp8, vp8l, vp8x])
      for (let length = 0; length < Math.min(file.length, 24); length++)
        expect(readImage(file.subarray(0, length)), `${length} bytes`).toBeUndefined()
  })
})
