/** Measures metric queries, a report of 12 widgets and the import of files, for databases of several sizes. */
import { ingest } from "./facts/ingest"
import { read } from "./facts/read"

type Options = { clients?: number[]; calls: number; facts: number }

const parts: Record<string, (options: Options) => Promise<void>> = { read, ingest }

export async function bench({ only, ...options }: Options & { only?: string[] }) {
  for (const [name, run] of Object.entries(parts)) if (only?.includes(name) ?? true) await run(options)
}
