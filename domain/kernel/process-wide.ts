/**
 * Stores one value per name and process. Next and our server are separate bundles with their own copy of each module,
 * but they must share limiters and caches.
 */
const globals = globalThis as { signalboxProcessWide?: Map<string, unknown> }
globals.signalboxProcessWide ??= new Map()
const values = globals.signalboxProcessWide

export function processWide<T>(name: string, create: () => T): T {
  let value = values.get(name)
  if (value === undefined) {
    value = create()
    values.set(name, value)
  }
  return value as T
}
