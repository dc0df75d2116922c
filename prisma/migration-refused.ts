/** A migration that does not happen, for a reason that the operator can act on: one or two sentences. */
export class MigrationRefused extends Error {
  override name = "MigrationRefused"
}
