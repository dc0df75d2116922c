/** Thrown when a file cannot be imported at all. The message tells the user what to change. */
export class ImportRefused extends Error {
  override name = "ImportRefused"
}
