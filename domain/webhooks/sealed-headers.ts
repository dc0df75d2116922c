/** Encrypts an endpoint's custom headers for storage. Their names stay readable. */
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal } from "@/domain/security/vault"

export const sealedHeaders = (endpointId: string, headers: Record<string, string>) => ({
  header_names: Object.keys(headers),
  headers_sealed:
    Object.keys(headers).length > 0
      ? seal(JSON.stringify(headers), sealedColumns.webhookHeaders.place({ id: endpointId }))
      : null,
})
