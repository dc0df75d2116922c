/** One value a process: the bundles of Next and of the product's own server load modules twice and must share limiters and caches. */
const globals = globalThis as { signalboxProcessWide?: Map<string, unknown> }

export function processWide<T>(name: string, make: () => T): T {
  globals.signalboxProcessWide ??= new Map()
  const values = globals.signalboxProcessWide
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as T
}
