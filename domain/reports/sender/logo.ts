/** Defines the logo of a team's reports: what is accepted, what is stored, and how it is described. */
import { createHash } from "node:crypto"
import { z } from "zod"
import { type FieldError, Problem } from "@/domain/kernel/errors"
import { type ImageType, readImage } from "./read-image"

export const maxLogoBytes = 200_000
/** A small file can declare an image that takes much memory to show. */
const maxSidePixels = 4_000

const formats: Record<ImageType, string> = { "image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WebP" }
const imageTypes = Object.keys(formats) as ImageType[]

export const logo = z.object({
  hash: z.string().meta({ description: "The SHA-256 hash of the file. A changed logo has another hash." }),
  type: z.enum(imageTypes).meta({ description: "The media type of the file." }),
  width: z.int().meta({ description: "The width in pixels." }),
  height: z.int().meta({ description: "The height in pixels." }),
})
export type Logo = z.infer<typeof logo>

/** The file of a logo, for the browser. */
export const logoFile = z.object({ type: z.enum(imageTypes), content: z.base64() })

export const logoHash = () => z.string().regex(/^[0-9a-f]{64}$/, { error: "is not the hash of a logo" })

export const logoInput = () =>
  z.base64().refine((content) => Buffer.byteLength(content, "base64") <= maxLogoBytes, {
    error: "is larger than 200 kB",
    params: { fix: "The file is larger than 200 kB. Choose a smaller one." },
  })

/** The columns of `report_sender` for an uploaded file, or for no logo. Throws `parameter_invalid`. */
export function logoColumns(content: string | null) {
  if (content === null) return { logo: null, logo_hash: null, logo_type: null, logo_width: null, logo_height: null }
  const file = new Uint8Array(Buffer.from(content, "base64"))
  const image = readImage(file)
  if (!image) throw notAccepted("The file is not a PNG, JPEG or WebP image. Choose another one.")
  const { type, width, height } = image
  if (width > maxSidePixels || height > maxSidePixels)
    throw notAccepted(`The image is ${width} × ${height} px. Each side can have at most ${maxSidePixels} px.`)
  const logo_hash = createHash("sha256").update(file).digest("hex")
  return { logo: file, logo_hash, logo_type: type, logo_width: width, logo_height: height }
}

function notAccepted(detail: string) {
  const error: FieldError = { parameter: "logo", code: "parameter_invalid", detail }
  return new Problem("parameter_invalid", detail, { errors: [error] })
}

/** "PNG, 240 × 60 px", for the audit log. */
export const describeLogo = (logo: Logo | null) => logo && `${formats[logo.type]}, ${logo.width} × ${logo.height} px`
