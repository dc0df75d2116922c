/**
 * Stores one value per process. Next and our server are separate bundles that each load a module, but they must share
 * limiters and caches.
 */
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
