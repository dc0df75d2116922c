/** The navigation of the documentation. On small screens it is closed above the page. */
"use client"

import { usePathname } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { Link } from "@/components/link"

type Props = { groups: { title: string; pages: { path: string; title: string }[] }[] }

export function DocsNav({ groups }: Props) {
  const path = usePathname()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation, to close the menu
  useEffect(() => setOpen(false), [path])
  const nav = useRef<HTMLElement>(null)
  // Scrolls the list to the current page, which a link or a search may have opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [path])
  return (
    <nav ref={nav} aria-label="Documentation" className="min-w-0 [&_a]:scroll-my-10">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="docs-nav"
        onClick={() => setOpen(!isOpen)}
        className="w-full rounded-box border border-line px-3 py-2 text-left font-strong lg:hidden"
      >
        All pages
      </button>
      <ul id="docs-nav" className={`mt-2 grid gap-5 lg:mt-0 lg:grid ${isOpen ? "" : "max-lg:hidden"}`}>
        {groups.map(({ title, pages }) => (
          <li key={title}>
            <p className="mb-1 px-2 text-quiet text-small">{title}</p>
            <ul className="grid gap-px">
              {pages.map((page) => (
                <li key={page.path}>
                  <Link
                    href={page.path}
                    aria-current={isCurrent(path, page.path) ? "page" : undefined}
                    className="block rounded-box px-2 py-1 text-table hover:bg-hover aria-[current=page]:bg-accent-wash aria-[current=page]:font-strong"
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isCurrent = (path: string, page: string) =>
  path === page ||
  (page === "/docs/errors" && path.startsWith("/docs/errors/")) ||
  (page === "/docs/quickstart" && path === "/docs")
