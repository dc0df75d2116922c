/** The entries of a breadcrumb's menu. The first one opens a search if the menu does not have all of them. */
"use client"

import { usePathname } from "next/navigation"
import { Link } from "@/components/link"
import { MenuItem, MenuLabel } from "@/components/ui/menu"
import { siblingPath } from "./sibling-path"
import { type SwitchTo, useSiblings } from "./use-siblings"

type Props = { kind: SwitchTo; path: string; projectId?: string | undefined; onSearch: () => void }

export function SiblingItems({ kind, path, projectId, onSearch }: Props) {
  const currentPath = usePathname()
  const { siblings, hasMore, isError } = useSiblings(kind, { projectId })
  if (!siblings)
    return <MenuLabel>{isError ? "The list could not be loaded. Open the menu again." : "Loading…"}</MenuLabel>
  return (
    <>
      {hasMore && <MenuItem onSelect={onSearch}>Search all…</MenuItem>}
      {siblings.map(({ id, name }) => (
        <MenuItem key={id} asChild>
          <Link href={siblingPath({ kind, path }, id, currentPath)}>
            <bdi className="line-clamp-2 min-w-0 break-words">{name}</bdi>
          </Link>
        </MenuItem>
      ))}
    </>
  )
}
