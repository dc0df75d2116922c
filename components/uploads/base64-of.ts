/** Reads a file, or a part of one, as base64 for the input of an operation. */
import type { Problem } from "@/components/api/problem"

/** Reads the data URL and removes its prefix `data:…;base64,`. Rejects with a DOMException for an unreadable file. */
export const base64Of = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The browser cannot read a file that was moved, deleted or changed after it was chosen. */
export const unreadableFile: Problem = {
  code: "file_unreadable",
  detail: "Your browser cannot read the file any more. It may have been moved or changed. Choose it again.",
  requestId: null,
  fieldErrors: new Map(),
}
