/** The sections of a client that have nothing to show yet, each on one line with its action. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

type EmptySection = { title: string; text: ReactNode; action: { name: string; href: string } }

export function EmptySections({ sections }: { sections: (EmptySection | false)[] }) {
  const shownSections = sections.filter((section) => section !== false)
  if (shownSections.length === 0) return null
  return (
    <div className="mb-10 divide-y divide-line rounded-box border border-line bg-surface">
      {shownSections.map(({ title, text, action }) => (
        <section key={title} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 sm:flex-nowrap">
          <h2 className="font-strong sm:w-32">{title}</h2>
          <p className="text-quiet text-table max-sm:order-last max-sm:w-full sm:flex-1">{text}</p>
          <Button asChild size="small" className="max-sm:ml-auto">
            <Link href={action.href}>{action.name}</Link>
          </Button>
        </section>
      ))}
    </div>
  )
}
