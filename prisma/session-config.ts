/** The address and the session settings with which every connection of the product is opened. */

/**
 * JIT compilation is off. A Postgres with LLVM compiles each plan whose estimated cost is high, which takes seconds for statements
 * that run in milliseconds. Options in the address stay; where both name a setting, ours counts.
 */
export function sessionConfig(databaseUrl: string, settings: Record<string, string | number> = {}) {
  const options = Object.entries({ jit: "off", ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  // pg prefers the options of the address to those beside it, so both are joined.
  if (!/[?&]options=/.test(databaseUrl)) return { connectionString: databaseUrl, options: options.join(" ") }
  const url = new URL(databaseUrl)
  const given = url.searchParams.get("options") ?? ""
  url.searchParams.delete("options")
  return { connectionString: url.href, options: [given, ...options].join(" ") }
}
