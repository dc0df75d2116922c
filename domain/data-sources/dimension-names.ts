/**
 * Chooses the stored value of a dimension that has names and ids, such as campaigns: the name, and the id with it where
 * several ids share a name. Add all names before asking for stored values.
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
