/** Lists what needs attention, newest first. Each item links to the page where a user can solve it. */
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import { TextWithTimes } from "@/components/webhooks/text-with-times"
import type { AttentionItem } from "./attention"

const lampNames: Record<AttentionItem["lamp"], string> = { danger: "Error", caution: "Warning", idle: "Information" }

export function AttentionList({ items }: { items: AttentionItem[] }) {
  return (
    <section className="mb-10" aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-3 text-head">
        Needs attention
      </h2>
      {items.length === 0 ? (
        <p className="text-quiet">
          Nothing right now. Failing webhooks, open signals, failing or stale sources, and failed scans appear here.
        </p>
      ) : (
        <ol>
          {items.map(({ key, lamp, title, detail, at, href }) => (
            <li key={key} className="group relative grid grid-cols-[auto_1fr] gap-x-3 hover:bg-hover">
              <span className="flex h-9 items-center">
                <Lamp state={lamp} />
                <span className="sr-only">{lampNames[lamp]}:</span>
              </span>
              {/* The line that joins the lamps, as on the diagram of a signal box. */}
              <span aria-hidden className="absolute top-7 -bottom-2 left-[4.5px] w-px bg-line group-last:hidden" />
              <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 py-2 sm:flex-nowrap">
                <div className="min-w-0 flex-1 basis-72">
                  <Link href={href} className="break-words font-strong after:absolute after:inset-0">
                    {title}
                  </Link>
                  <p className="max-w-[76ch] break-words text-quiet text-table">
                    <TextWithTimes text={detail} />
                  </p>
                </div>
                <span className="whitespace-nowrap text-quiet text-table">
                  <Time at={at} />
                </span>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
