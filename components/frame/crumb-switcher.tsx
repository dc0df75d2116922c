/** Menu beside a breadcrumb that switches to another client, report or project. The list loads when the menu opens. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { Link } from "@/components/link"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu"

const labels = { clients: "Switch client", projects: "Switch project", reports: "Switch report" }
export type SwitchTo = keyof typeof labels

/** `path` is the address above the pages of this kind. */
export function CrumbSwitcher({ kind, path }: { kind: SwitchTo; path: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useSiblings(kind, isOpen)
  return (
    <Menu onOpenChange={setOpen}>
      <MenuTrigger aria-label={labels[kind]} className="rounded-[4px] hover:bg-hover hover:text-text">
        <CaretSortIcon aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent align="start" className="max-h-[60dvh] w-64 overflow-y-auto">
        <MenuLabel>{labels[kind]}</MenuLabel>
        {data?.data.map(({ id, name }) => (
          <MenuItem key={id} asChild>
            <Link href={`${path}/${id}`}>
              <bdi className="min-w-0 truncate">{name}</bdi>
            </Link>
          </MenuItem>
        ))}
        {!data && <MenuLabel>{isError ? "The list could not be loaded. Open the menu again." : "Loading…"}</MenuLabel>}
      </MenuContent>
    </Menu>
  )
}

const maxSiblings = 50

function useSiblings(kind: SwitchTo, isOpen: boolean) {
  const api = useApi()
  const clients = useQuery({
    ...api.clients.list.queryOptions({ limit: maxSiblings, sort: "name", status: ["active", "paused"] }),
    enabled: isOpen && kind === "clients",
  })
  const projects = useQuery({
    ...api.aiVisibility.listProjects.queryOptions({ limit: maxSiblings, status: ["active", "paused"] }),
    enabled: isOpen && kind === "projects",
  })
  const reports = useQuery({
    ...api.reports.list.queryOptions({ limit: maxSiblings, status: ["draft", "published"] }),
    enabled: isOpen && kind === "reports",
  })
  return { clients, projects, reports }[kind]
}
