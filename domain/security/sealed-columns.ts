/**
 * Lists all sealed columns, that is, columns with bytes that the vault encrypted, and the data that binds the bytes to
 * their row. A change to this data makes the stored secrets unreadable.
 */

declare const associatedDataBrand: unique symbol
/**
 * Associated data (AAD) of encrypted bytes, such as `ep_…:1`. A branded type, so that no other code passes a
 * plain string: re-encryption and `npm run secrets` go through `sealedColumns`, and must miss no column.
 */
export type AssociatedData = string & { [associatedDataBrand]: true }

/** `Row`: the columns that `associatedData` reads. With `never`, the type accepts the columns of all tables. */
export type SealedColumn<Row = never> = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** The columns that `associatedData` reads. */
  associatedColumns: readonly (keyof Row & string)[]
  /** Returns the associated data of a row. It prevents decryption of bytes that were copied from another row. */
  associatedData(row: Row): AssociatedData
}

export const sealedColumns = {
  webhookSecret: column<{ endpoint_id: string; version: number }>({
    table: "webhook_secret",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["endpoint_id", "version"],
    associatedData: ({ endpoint_id, version }) => `${endpoint_id}:${version}` as AssociatedData,
  }),
  webhookHeaders: column<{ id: string }>({
    table: "webhook_endpoint",
    column: "headers_sealed",
    key: ["id"],
    associatedColumns: ["id"],
    associatedData: ({ id }) => `${id}:headers` as AssociatedData,
  }),
  signingKey: column<{ team_id: string; id: string }>({
    table: "webhook_signing_key",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `${team_id}:${id}` as AssociatedData,
  }),
  engineKey: column<{ team_id: string; engine_id: string }>({
    table: "team_engine",
    column: "key_sealed",
    key: ["team_id", "engine_id"],
    associatedColumns: ["team_id", "engine_id"],
    associatedData: ({ team_id, engine_id }) => `ai-engine:${team_id}:${engine_id}` as AssociatedData,
  }),
  sourceGrant: column<{ team_id: string; id: string }>({
    table: "source_grant",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `source-grant:${team_id}:${id}` as AssociatedData,
  }),
}

/** Returns the column unchanged, with the type of its rows. */
function column<Row>(described: SealedColumn<Row>) {
  return described
}
