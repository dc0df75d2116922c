/** A migration that is refused for a reason the operator can act on. The message has one or two sentences. */
export class MigrationError extends Error {
  override name = "MigrationError"
}
