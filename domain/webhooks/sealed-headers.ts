/** An endpoint's own headers as they are stored: sealed, beside their names. */
import { sealedColumns } from "@/domain/sealed-columns"
import { seal } from "@/domain/vault"

export const sealedHeaders = (endpointId: string, headers: Record<string, string>) => ({
  header_names: Object.keys(headers),
  headers_sealed:
    Object.keys(headers).length > 0
      ? seal(JSON.stringify(headers), sealedColumns.webhookHeaders.place({ id: endpointId }))
      : null,
})
