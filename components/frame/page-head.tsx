/** Header of a page: breadcrumbs, title, one sentence, and actions. */

import type { ReactNode } from "react"
import { Link } from "@/components/link"

export type Crumb = { name: string; href: string }

type Props = {
  crumbs?: Crumb[]
  title: ReactNode
  mark?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** True below another page header, as in the settings. */
  isInner?: boolean
  /** True for a document, such as a report, whose sections have titles of their own. */
  isDocument?: boolean
}

export function PageHead({ crumbs = [], title, mark, children, actions, isInner, isDocument }: Props) {
  const Title = isInner ? "h2" : "h1"
  const titleSize = isInner ? "text-head" : isDocument ? "text-figure" : "text-title"
  return (
    <header className="mb-6">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className="mb-2 text-quiet text-table print:hidden">
          <ol className="flex flex-wrap gap-x-1.5">
            {crumbs.map(({ name, href }, i) => (
              <li key={href} className="flex gap-x-1.5">
                <Link href={href} className="hover:text-text hover:underline">
                  {name}
                </Link>
                {i < crumbs.length - 1 && <span aria-hidden>/</span>}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Title className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${titleSize}`}>
            <span className="min-w-0 break-words">{title}</span>
            {mark}
          </Title>
          {children && <div className="mt-1 max-w-[68ch] text-quiet">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  )
}
