/** Makes a PNG of one color, so that tests need no image files. */
import { crc32, deflateSync } from "node:zlib"

/** The default color is a dark blue. */
export function pngFile(width: number, height: number, [red, green, blue] = [20, 60, 140]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, and the channels red, green and blue.
  header.set([8, 2], 8)
  // A row starts with its filter. 0 means none.
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue] as number[]).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const start = Buffer.from("89504e470d0a1a0a", "hex")
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const length = Buffer.alloc(4)
  const checksum = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
