/**
 * Chooses the stored value of a dimension that has names and IDs, such as campaigns. The value is the name. If several
 * IDs share the name, the value is `name (id)`. Add all names before asking for stored values.
 *
 * Only the names that were added count: those of one file, or of one chunk of a sync. So a campaign can be stored as
 * `Brand` in one chunk, and as `Brand (1)` in another one in which a second campaign named Brand has data.
 */
export class DimensionNames {
  readonly #ids = new Map<string, string>()
  readonly #shared = new Set<string>()

  add(name: string, id: string) {
    if (!name || !id) return
    const knownId = this.#ids.get(name)
    if (knownId !== undefined && knownId !== id) this.#shared.add(name)
    this.#ids.set(name, id)
  }

  storedAs(name: string, id: string) {
    if (!name || !id) return name || id
    return this.#shared.has(name) ? `${name} (${id})` : name
  }
}
