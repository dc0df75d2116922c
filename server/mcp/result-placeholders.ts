/**
 * Keeps the JSON of a tool's result out of the SDK. A result contains its data twice: as text and as structured
 * content. The SDK would validate every value and serialize all of it again. Instead it gets a short result with
 * placeholders, which are replaced in the serialized response.
 */
import "server-only"
import { randomUUID } from "node:crypto"
import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server"

/** The placeholders of one response. */
export class ResultPlaceholders {
  /** Random, so that neither the client nor a stored text can contain it. */
  readonly #marker = randomUUID()
  #json: string | undefined

  /** The result whose text and structured content are `json`. `links` follow the text. */
  resultFor(json: string, links: ResourceLink[] = []): CallToolResult {
    this.#json = json
    return { content: [{ type: "text", text: this.#marker }, ...links], structuredContent: { [this.#marker]: true } }
  }

  /** Replaces the placeholders in the response. Without a result, there are none. */
  replaceIn(response: string): string {
    const json = this.#json
    if (json === undefined) return response
    const replaced = response
      .replace(`{"${this.#marker}":true}`, () => json)
      .replace(`"${this.#marker}"`, () => JSON.stringify(json))
    if (replaced.includes(this.#marker)) throw new Error("A placeholder in the response was not replaced.")
    return replaced
  }
}
