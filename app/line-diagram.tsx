/** The line diagram of the start page: sources on the left, Signalbox in the middle, and the three channels. */
import { Semaphore } from "@/components/semaphore"
import { Lamp, type LampState } from "@/components/ui/lamp"

const sources: { name: string; state: LampState; note: string }[] = [
  { name: "Google Ads", state: "clear", note: "synced" },
  { name: "Meta Ads", state: "clear", note: "synced" },
  { name: "Search Console", state: "clear", note: "synced" },
  { name: "OpenAI, Gemini", state: "clear", note: "scanned" },
]

const channels = [
  { name: "REST API", example: "GET /api/v1/clients" },
  { name: "Webhooks", example: "signal.created" },
  { name: "MCP", example: "query_metrics" },
]

export function LineDiagram() {
  return (
    <figure
      aria-label="Ad accounts, search data and AI answers go into Signalbox. Its data comes out through the REST API, webhooks and MCP."
      className="rounded-box border border-line bg-surface px-4 py-6 sm:px-6 sm:py-8"
    >
      <div
        aria-hidden
        className="relative grid items-center text-table sm:grid-cols-[auto_minmax(2rem,1fr)_auto_minmax(2rem,1fr)_auto]"
      >
        {/* On phones, one line joins all lamps. */}
        <span className="absolute top-5 bottom-5 left-[5px] w-px bg-edge sm:hidden" />
        <ul className="relative grid gap-x-6 max-sm:gap-y-3">
          {sources.map(({ name, state, note }) => (
            <li key={name} className="flex items-center gap-2.5 sm:h-16 sm:flex-row-reverse sm:text-right">
              <Lamp state={state} />
              <span>
                <span className="block whitespace-nowrap font-strong">{name}</span>
                <span className="block text-quiet text-small">{note}</span>
              </span>
            </li>
          ))}
        </ul>
        <Tracks from={sources.length} to={1} />
        <div className="grid justify-items-center gap-2 rounded-box border-2 border-accent bg-ground px-5 py-4 max-sm:relative max-sm:my-5 max-sm:justify-self-start">
          <Semaphore isClear className="size-8" />
          <span className="font-strong">Signalbox</span>
        </div>
        <Tracks from={1} to={channels.length} />
        <ul className="relative grid gap-x-6 max-sm:gap-y-3">
          {channels.map(({ name, example }) => (
            <li key={name} className="flex items-center gap-2.5 sm:h-[85.33px]">
              <span className="size-3 shrink-0 rounded-full border-[3px] border-accent bg-ground" />
              <span>
                <span className="block font-strong">{name}</span>
                <code className="block whitespace-nowrap text-quiet text-small">{example}</code>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}

/** Lines that join `from` points on the left with `to` points on the right, except on phones. */
function Tracks({ from, to }: { from: number; to: number }) {
  const laneCount = Math.max(from, to)
  const laneYs = Array.from({ length: laneCount }, (_, i) => ((i + 0.5) / laneCount) * 256)
  return (
    <svg aria-hidden viewBox="0 0 100 256" preserveAspectRatio="none" className="h-64 w-full stroke-edge max-sm:hidden">
      {laneYs.map((y) => (
        <path
          key={y}
          d={from > to ? `M4 ${y} H40 L70 128 H100` : `M0 128 H30 L60 ${y} H96`}
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
