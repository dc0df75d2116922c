/** Collects a response body: stores the first 16 KiB and stops reading after 64 KiB. */

const keptBytes = 16 * 1024
const readBytes = 64 * 1024

export class ResponseBody {
  readonly #kept: Buffer[] = []
  #bytes = 0

  take(chunk: Buffer) {
    const missing = keptBytes - this.#bytes
    if (missing > 0) this.#kept.push(chunk.length > missing ? chunk.subarray(0, missing) : chunk)
    this.#bytes += chunk.length
  }

  get isEnough(): boolean {
    return this.#bytes >= readBytes
  }

  get isLongerThanKept(): boolean {
    return this.#bytes > keptBytes
  }

  /** The stored part as UTF-8. An incomplete character at the end is left out. NUL is replaced, because Postgres cannot store it. */
  get text(): string {
    const bytes = this.#kept.length === 1 ? this.#kept[0] : Buffer.concat(this.#kept)
    return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD")
  }
}
