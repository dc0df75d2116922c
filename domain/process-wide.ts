/** One value a process: the bundles of Next and of the product's own server load modules twice and must share limiters and caches. */
const globals = globalThis as { signalboxProcessWide?: Map<string, unknown> }
globals.signalboxProcessWide ??= new Map()
const values = globals.signalboxProcessWide

export function processWide<T>(name: string, make: () => T): T {
  let value = values.get(name)
  if (value === undefined) {
    value = make()
    values.set(name, value)
  }
  return value as T
}
