/**
 * Lists what needs attention, newest first: one sentence each, with the reason and a button to the page where a user
 * can solve it.
 */
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { TextWithTimes } from "@/components/webhooks/text-with-times"
import type { AttentionItem } from "./attention"
import { Lamp } from "./lamp"

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
          {items.map(({ key, lamp, title, detail, at, action, href }) => (
            <li key={key} className="group relative grid grid-cols-[auto_1fr] gap-x-3 pb-5 last:pb-0">
              <span className="flex h-5 items-center">
                <Lamp state={lamp} />
              </span>
              {/* The line that joins the lamps, as on the diagram of a signal box. */}
              <span aria-hidden className="absolute top-5 bottom-0 left-[4.5px] w-px bg-line group-last:hidden" />
              <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-2">
                <div className="min-w-0 flex-1 basis-72">
                  <p className="break-words font-strong">{title}</p>
                  <p className="max-w-[76ch] break-words text-quiet text-table">
                    <TextWithTimes text={detail} /> <span aria-hidden>·</span> <Time at={at} />
                  </p>
                </div>
                <Button asChild size="small">
                  <Link href={href} aria-label={`${action}: ${title}`}>
                    {action}
                  </Link>
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
