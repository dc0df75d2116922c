/**
 * Reads the format and the size of an image from its first bytes. The name and the declared type of a file are not
 * used, because both can be wrong. SVG is not read, because it can contain scripts.
 */
export type ImageFacts = { type: ImageType; width: number; height: number }
export type ImageType = "image/png" | "image/jpeg" | "image/webp"

/** Returns undefined for everything but PNG, JPEG and WebP. */
export function readImage(bytes: Uint8Array): ImageFacts | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const image = readPng(buffer) ?? readJpeg(buffer) ?? readWebp(buffer)
    return image && image.width > 0 && image.height > 0 ? image : undefined
  } catch (error) {
    // The file ends before the bytes that contain the size of the image.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Every PNG starts with these bytes and the chunk IHDR, whose first numbers are the width and the height. */
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(buffer: Buffer): ImageFacts | undefined {
  if (!buffer.subarray(0, 8).equals(pngStart) || buffer.toString("latin1", 12, 16) !== "IHDR") return undefined
  return { type: "image/png", width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
}

/** A JPEG is a list of segments: a marker, a length and the content. The segment of the frame contains the size. */
function readJpeg(buffer: Buffer): ImageFacts | undefined {
  if (buffer.toString("hex", 0, 3) !== "ffd8ff") return undefined
  let at = 2
  while (buffer.readUInt8(at) === 0xff) {
    const marker = buffer.readUInt8(at + 1)
    if (isFrame(marker))
      return { type: "image/jpeg", height: buffer.readUInt16BE(at + 5), width: buffer.readUInt16BE(at + 7) }
    // A marker may be preceded by any number of 0xff.
    at += marker === 0xff ? 1 : 2 + buffer.readUInt16BE(at + 2)
  }
  return undefined
}

/** C0 to CF start a frame, except the tables C4 and CC and the extension C8. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The first chunk of a WebP names its coding, which stores the size in its own way. */
function readWebp(buffer: Buffer): ImageFacts | undefined {
  if (buffer.toString("latin1", 0, 4) !== "RIFF" || buffer.toString("latin1", 8, 12) !== "WEBP") return undefined
  const type = "image/webp"
  const coding = buffer.toString("latin1", 12, 16)
  if (coding === "VP8X") return { type, width: buffer.readUIntLE(24, 3) + 1, height: buffer.readUIntLE(27, 3) + 1 }
  if (coding === "VP8L" && buffer.readUInt8(20) === 0x2f) {
    const size = buffer.readUInt32LE(21)
    return { type, width: (size & 0x3fff) + 1, height: ((size >> 14) & 0x3fff) + 1 }
  }
  if (coding === "VP8 " && buffer.toString("hex", 23, 26) === "9d012a")
    return { type, width: buffer.readUInt16LE(26) & 0x3fff, height: buffer.readUInt16LE(28) & 0x3fff }
  return undefined
}
