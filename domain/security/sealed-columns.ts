/**
 * Registry of the encrypted ("sealed") columns: table, column, and the associated data (AAD) that binds the encrypted
 * bytes to their row.
 *
 * `seal` accepts only associated data from this registry. Re-encryption and `npm run secrets` go through the whole
 * registry, so they cannot miss a column.
 */
import type { AssociatedData } from "./vault"

export type SealedColumn<Row = never> = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** The columns that `associatedData` reads. */
  boundBy: readonly (keyof Row & string)[]
  /** Returns the associated data (AAD) of a row. It prevents decryption of bytes that were copied from another row. */
  associatedData(row: Row): AssociatedData
}

export const sealedColumns = {
  webhookSecret: column<{ endpoint_id: string; version: number }>({
    table: "webhook_secret",
    column: "sealed",
    key: ["id"],
    boundBy: ["endpoint_id", "version"],
    associatedData: ({ endpoint_id, version }) => `${endpoint_id}:${version}` as AssociatedData,
  }),
  webhookHeaders: column<{ id: string }>({
    table: "webhook_endpoint",
    column: "headers_sealed",
    key: ["id"],
    boundBy: ["id"],
    associatedData: ({ id }) => `${id}:headers` as AssociatedData,
  }),
  signingKey: column<{ team_id: string; id: string }>({
    table: "webhook_signing_key",
    column: "sealed",
    key: ["id"],
    boundBy: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `${team_id}:${id}` as AssociatedData,
  }),
  engineKey: column<{ team_id: string; engine_id: string }>({
    table: "team_engine",
    column: "key_sealed",
    key: ["team_id", "engine_id"],
    boundBy: ["team_id", "engine_id"],
    associatedData: ({ team_id, engine_id }) => `ai-engine:${team_id}:${engine_id}` as AssociatedData,
  }),
  sourceGrant: column<{ team_id: string; id: string }>({
    table: "source_grant",
    column: "sealed",
    key: ["id"],
    boundBy: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `source-grant:${team_id}:${id}` as AssociatedData,
  }),
}

function column<Row>(described: SealedColumn<Row>) {
  return described
}
