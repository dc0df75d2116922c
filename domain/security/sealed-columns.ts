/**
 * Registry of the encrypted ("sealed") columns: table, column, and the associated data (AAD) that binds the encrypted
 * bytes to their row.
 *
 * `seal` accepts only associated data from this registry. Re-encryption and `npm run secrets` go through the whole
 * registry, so they cannot miss a column.
 */
import type { SealedPlace } from "./vault"

export type SealedColumn<Row = never> = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** The columns that `place` reads. */
  boundBy: readonly (keyof Row & string)[]
  /** Returns the associated data (AAD) of a row. Encrypted bytes that are copied to another row cannot be decrypted. */
  place(row: Row): SealedPlace
}

export const sealedColumns = {
  webhookSecret: column<{ endpoint_id: string; version: number }>({
    table: "webhook_secret",
    column: "sealed",
    key: ["id"],
    boundBy: ["endpoint_id", "version"],
    place: ({ endpoint_id, version }) => `${endpoint_id}:${version}` as SealedPlace,
  }),
  webhookHeaders: column<{ id: string }>({
    table: "webhook_endpoint",
    column: "headers_sealed",
    key: ["id"],
    boundBy: ["id"],
    place: ({ id }) => `${id}:headers` as SealedPlace,
  }),
  signingKey: column<{ team_id: string; id: string }>({
    table: "webhook_signing_key",
    column: "sealed",
    key: ["id"],
    boundBy: ["team_id", "id"],
    place: ({ team_id, id }) => `${team_id}:${id}` as SealedPlace,
  }),
  engineKey: column<{ team_id: string; engine_id: string }>({
    table: "team_engine",
    column: "key_sealed",
    key: ["team_id", "engine_id"],
    boundBy: ["team_id", "engine_id"],
    place: ({ team_id, engine_id }) => `ai-engine:${team_id}:${engine_id}` as SealedPlace,
  }),
}

function column<Row>(described: SealedColumn<Row>) {
  return described
}
