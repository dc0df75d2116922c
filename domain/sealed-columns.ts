/**
 * The registry of sealed columns: where each one is, and which columns of its row the sealed bytes are bound to.
 *
 * `seal` takes only a place that one of these columns gives. Re-sealing and `npm run secrets` go through the whole registry, so
 * they cannot miss a column.
 */
import type { SealedPlace } from "./vault"

export type SealedColumn<Row = never> = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** What `place` reads of a row. */
  boundBy: readonly (keyof Row & string)[]
  /** Sealed bytes that are moved to another row do not open: they are bound to this. */
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
