/** A page of the documentation, with a list of its sections, and links to the pages before and after it. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Markdown } from "./markdown"

type Page = { path: string; title: string }
type Props = {
  path: string
  /** The page as Markdown. */
  text: string
  sections: { title: string; anchor: string }[]
  previous: Page | undefined
  next: Page | undefined
  /** Shown below the text. */
  children?: ReactNode
}

export function DocsArticle({ path, text, sections, previous, next, children }: Props) {
  return (
    <div className="grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_220px]">
      <article className="min-w-0 max-w-[800px]">
        <div className="text-head">
          <Markdown text={text} />
        </div>
        {children}
        <footer className="mt-16 grid gap-3 border-line border-t pt-4 text-table sm:grid-cols-2">
          {previous && (
            <Link href={previous.path} className="text-quiet hover:text-text">
              ← {previous.title}
            </Link>
          )}
          {next && (
            <Link href={next.path} className="text-quiet hover:text-text sm:col-start-2 sm:text-right">
              {next.title} →
            </Link>
          )}
          <a href={`${path}.md`} className="text-quiet hover:text-text sm:col-start-1">
            This page as Markdown
          </a>
        </footer>
      </article>
      {sections.length > 1 && (
        <nav
          aria-label="On this page"
          className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto border-line border-l pl-4 xl:block"
        >
          <p className="mb-1 text-quiet text-small">On this page</p>
          <ul className="grid text-table">
            {sections.map(({ title, anchor }) => (
              <li key={anchor}>
                <a href={`#${anchor}`} className="block py-1 text-quiet hover:text-text">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
