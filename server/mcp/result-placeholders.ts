/**
 * Keeps the SDK from validating and serializing the data of a tool's result, which is slow for large results. The SDK
 * gets a short result with placeholders for the text and the structured content. They are replaced by the JSON of the
 * data in the serialized response.
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

  /** Replaces the placeholders in the response, if it contains the result of a tool. */
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
