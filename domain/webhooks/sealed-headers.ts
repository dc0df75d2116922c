/** An endpoint's own headers as they are stored: sealed, beside their names. */
import { seal } from "@/domain/vault"
import { headersPlace } from "./sealed-places"

export const sealedHeaders = (endpointId: string, headers: Record<string, string>) => ({
  header_names: Object.keys(headers),
  headers_sealed: Object.keys(headers).length > 0 ? seal(JSON.stringify(headers), headersPlace(endpointId)) : null,
})
