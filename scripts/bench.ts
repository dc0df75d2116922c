/** `npm run bench -- <suite>`: measures what docs/performance.md states; figures of one run only, compared as ratios. */
import { PlainFailure } from "./plain-failure"

const suites: Record<string, () => Promise<{ bench(args: string[]): Promise<void> }>> = {
  rest: () => import("./bench/rest"),
  lists: () => import("./bench/lists"),
  metrics: () => import("./bench/metrics"),
  start: () => import("./bench/start"),
  webhooks: () => import("./bench/webhooks"),
  watching: () => import("./bench/watching"),
  visibility: () => import("./bench/visibility"),
}

export async function run([name = "", ...args]: string[]) {
  const suite = suites[name]
  if (!suite) throw new PlainFailure(`Which suite? npm run bench -- ${Object.keys(suites).join(" | ")}`)
  const { bench } = await suite()
  await bench(args)
  return 0
}
