/** Header of a page: breadcrumbs, title, one sentence, and actions. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { CrumbSwitcher } from "./crumb-switcher"
import type { SwitchTo } from "./use-siblings"

export type Crumb = {
  name: string
  href: string
  /** Adds a menu with the other clients, projects, reports and so on. */
  switchTo?: SwitchTo
  /** The AI visibility project whose prompts, domains or scans the menu has. */
  projectId?: string
  /** The address above the pages of the menu. Default: `href`. */
  switchPath?: string
}

type Props = {
  crumbs?: Crumb[]
  title: ReactNode
  /** Shown above the title. */
  above?: ReactNode
  /** Shown beside the title, such as a status badge. */
  mark?: ReactNode
  /**
   * A button that changes the title in place. It stands beside the heading, and not in it, so that it is no part of the
   * heading's name. A form with `data-title-field` hides the heading while the title is edited.
   */
  titleAction?: ReactNode
  /** The sentence below the title. */
  children?: ReactNode
  actions?: ReactNode
  /** True below another page header, as for an answer of an AI visibility project. */
  isInner?: boolean
  /** True for a document, such as a report, whose sections have their own titles. */
  isDocument?: boolean
}

/** The class of an outer title, which is smaller while an inner page shows its title below. */
const smallAboveInner = "in-[main:has([data-inner-head])]:text-head in-[main:has([data-inner-head])]:text-quiet"

const titleWithAction = "flex items-center gap-x-2 [&:has([data-title-field])>:first-child]:sr-only"

/** On wide windows, the breadcrumbs are shown in the top bar, which is above the page. */
const inTopBar = "lg:absolute lg:top-0 lg:mb-0 lg:flex lg:h-12 lg:max-w-[calc(100%-23rem)] lg:items-center"

export function PageHead({
  crumbs = [],
  title,
  titleAction,
  above,
  mark,
  children,
  actions,
  isInner,
  isDocument,
}: Props) {
  const Title = isInner ? "h2" : "h1"
  const titleSize = titleSizeOf({ isDocument, isInner, hasCrumbs: crumbs.length > 0 })
  return (
    <header
      data-inner-head={isInner || undefined}
      className={`mb-6 ${isInner ? "" : "in-[main:has([data-inner-head])]:mb-3"}`}
    >
      {crumbs.length > 0 && (
        <nav
          aria-label={isInner ? "Back to" : "Breadcrumbs"}
          className={`mb-2 text-quiet text-table print:hidden ${isInner ? "" : inTopBar}`}
        >
          <ol className="flex flex-wrap gap-x-1.5 lg:flex-nowrap">
            {crumbs.map(({ name, href, switchTo, projectId, switchPath = href }, i) => (
              <li key={href} className="flex min-w-0 gap-x-1.5">
                <Link href={href} className="truncate hover:text-text hover:underline">
                  {name}
                </Link>
                {switchTo && <CrumbSwitcher kind={switchTo} path={switchPath} projectId={projectId} />}
                {i < crumbs.length - 1 && <span aria-hidden>/</span>}
              </li>
            ))}
          </ol>
        </nav>
      )}
      {above}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* On wide windows, a long title wraps before the actions move below it. */}
        <div className="min-w-0 lg:grow lg:basis-96">
          <div className={titleAction ? titleWithAction : undefined}>
            <Title className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 ${titleSize}`}>
              <span className="min-w-0 break-words">{title}</span>
              {mark}
            </Title>
            {titleAction}
          </div>
          {children && <div className="mt-1 max-w-[68ch] text-quiet">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  )
}

type Size = Pick<Props, "isDocument" | "isInner"> & { hasCrumbs: boolean }

function titleSizeOf({ isDocument, isInner, hasCrumbs }: Size) {
  if (isDocument) return "text-figure"
  if (!isInner) return `text-title ${smallAboveInner}`
  return hasCrumbs ? "text-title" : "text-lead"
}
