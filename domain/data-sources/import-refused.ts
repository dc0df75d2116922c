/** A file that cannot be imported at all, told in one sentence that its owner can act on. */
export class ImportRefused extends Error {
  override name = "ImportRefused"
}
