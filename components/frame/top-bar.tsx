/** The bar above a page on wide windows: the page's breadcrumbs on the left, and the search on the right. */
"use client"

import { MagnifyingGlassIcon } from "@radix-ui/react-icons"
import type { Role } from "@/components/api/types"
import { CommandMenu } from "./command-menu"

export function TopBar({ slug, role }: { slug: string; role: Role }) {
  return (
    <search className="hidden h-12 items-center justify-end border-line border-b px-8 lg:flex print:hidden">
      <CommandMenu slug={slug} role={role}>
        <button
          type="button"
          className="flex h-8 w-64 items-center gap-2 rounded-box border border-line bg-surface px-2.5 text-left text-quiet text-table hover:bg-hover"
        >
          <MagnifyingGlassIcon aria-hidden />
          <span className="flex-1">Search or run a command</span>
          <kbd className="text-small">Ctrl K</kbd>
        </button>
      </CommandMenu>
    </search>
  )
}
