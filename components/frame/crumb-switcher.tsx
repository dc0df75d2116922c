/**
 * Menu beside a breadcrumb that switches to another client, report, project, data source, webhook or key, or to another
 * prompt, domain or scan of the same project. The list and its code load when the menu opens. A list that is longer than
 * the menu has a search.
 */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { Dialog, DialogWindow } from "@/components/ui/dialog"
import { Menu, MenuContent, MenuLabel, MenuTrigger } from "@/components/ui/menu"
import { useModule } from "@/components/ui/use-module"
import type { SwitchTo } from "./use-siblings"

/** `clientsWithProjects` leads to a project of the chosen client. */
const labels: Record<SwitchTo, string> = {
  clients: "Switch client",
  clientsWithProjects: "Switch client",
  projects: "Switch project",
  reports: "Switch report",
  sources: "Switch data source",
  webhooks: "Switch webhook",
  keys: "Switch API key",
  prompts: "Switch prompt",
  domains: "Switch domain",
  scans: "Switch scan",
}

const loadSiblings = () => import("./sibling-items")
const loadSearch = () => import("./sibling-search")

/** `path` is the address above the pages of the menu. */
type Props = { kind: SwitchTo; path: string; projectId?: string | undefined }

export function CrumbSwitcher(switcher: Props) {
  const label = labels[switcher.kind]
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const siblings = useModule(loadSiblings, isOpen, () => setOpen(false))
  const search = useModule(loadSearch, isSearching, () => setSearching(false))
  return (
    <>
      <Menu onOpenChange={setOpen}>
        <MenuTrigger aria-label={label} className="rounded-[4px] hover:bg-hover hover:text-text">
          <CaretSortIcon aria-hidden className="size-4" />
        </MenuTrigger>
        <MenuContent
          align="start"
          className="max-h-[60dvh] w-max min-w-64 max-w-[min(28rem,calc(100vw-16px))] overflow-y-auto"
        >
          <MenuLabel>{label}</MenuLabel>
          {siblings ? (
            <siblings.SiblingItems {...switcher} onSearch={() => setSearching(true)} />
          ) : (
            <MenuLabel>Loading…</MenuLabel>
          )}
        </MenuContent>
      </Menu>
      {search && (
        <Dialog open={isSearching} onOpenChange={setSearching}>
          <DialogWindow title={label} titleClass="sr-only" className={search.windowClass}>
            <search.SiblingSearch
              kind={switcher.kind}
              projectId={switcher.projectId}
              label={label}
              onChoose={({ id }) => {
                setSearching(false)
                router.push(search.siblingPath(switcher, id))
              }}
            />
          </DialogWindow>
        </Dialog>
      )}
    </>
  )
}
