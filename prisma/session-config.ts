/** Creates the connection string and session settings that every connection of the product uses. */

/**
 * JIT compilation is off. A Postgres with LLVM compiles each plan with a high estimated cost, which takes seconds for
 * statements that run in milliseconds. Options in the URL are preserved. Ours take precedence when both set the same
 * one.
 */
export function sessionConfig(databaseUrl: string, settings: Record<string, string | number> = {}) {
  const options = Object.entries({ jit: "off", ...settings }).map(([name, value]) => `-c ${name}=${value}`)
  // pg would ignore our options if the URL has some, so both are joined.
  if (!/[?&]options=/.test(databaseUrl)) return { connectionString: databaseUrl, options: options.join(" ") }
  const url = new URL(databaseUrl)
  const currentOptions = url.searchParams.get("options") ?? ""
  url.searchParams.delete("options")
  return { connectionString: url.href, options: [currentOptions, ...options].join(" ") }
}
