/** Frame of the documentation: search above, navigation beside the page. Readable without signing in. */
import { MagnifyingGlassIcon } from "@radix-ui/react-icons"
import type { ReactNode } from "react"
import { DocsNav } from "@/components/docs/docs-nav"
import { Link } from "@/components/link"
import { Input } from "@/components/ui/input"
import { Wordmark } from "@/components/wordmark"
import { docsGroups } from "@/server/docs/pages"
import { defaultPathAfterSignIn } from "@/server/local-path"
import { loadVisitor } from "@/server/visit"

export const metadata = { title: { default: "Documentation", template: "%s · Signalbox documentation" } }

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { person } = await loadVisitor()
  const groups = docsGroups.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ path, title }) => ({ path, title })),
  }))
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-30 border-line border-b bg-ground">
        <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-4 px-4 sm:px-8">
          <Link href="/" aria-label="Signalbox: start page">
            <Wordmark />
          </Link>
          <search className="ml-auto w-full max-w-72">
            <form action="/docs/search" className="relative">
              <MagnifyingGlassIcon
                aria-hidden
                className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-quiet"
              />
              <Input
                type="search"
                name="q"
                aria-label="Search the documentation"
                placeholder="Search"
                className="pl-8"
              />
            </form>
          </search>
          <Link href={person ? defaultPathAfterSignIn : "/sign-in"} className="whitespace-nowrap font-strong">
            {person ? "Open Signalbox" : "Sign in"}
          </Link>
        </div>
      </header>
      <div className="mx-auto grid max-w-[1440px] gap-x-12 gap-y-6 px-4 pt-6 pb-20 sm:px-8 lg:grid-cols-[220px_minmax(0,1fr)]">
        {/* The lower edge fades, so that readers see that the list continues below. */}
        <div className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-10 lg:mask-[linear-gradient(to_top,transparent,black_2.5rem)]">
          <DocsNav groups={groups} />
        </div>
        <main className="min-w-0">{children}</main>
      </div>
    </div>
  )
}
