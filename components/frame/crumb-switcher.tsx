/** Menu beside a breadcrumb that switches to another client, report or project. The list loads when the menu opens. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import { Link } from "@/components/link"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu"

/** `clientsWithProjects` leads to a project of the chosen client. */
const labels = {
  clients: "Switch client",
  clientsWithProjects: "Switch client",
  projects: "Switch project",
  reports: "Switch report",
}
export type SwitchTo = keyof typeof labels

/** `path` is the address above the pages of the menu. */
export function CrumbSwitcher({ kind, path }: { kind: SwitchTo; path: string }) {
  const [isOpen, setOpen] = useState(false)
  const { siblings, isError } = useSiblings(kind, isOpen)
  return (
    <Menu onOpenChange={setOpen}>
      <MenuTrigger aria-label={labels[kind]} className="rounded-[4px] hover:bg-hover hover:text-text">
        <CaretSortIcon aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent align="start" className="max-h-[60dvh] w-64 overflow-y-auto">
        <MenuLabel>{labels[kind]}</MenuLabel>
        {siblings?.map(({ id, name }) => (
          <MenuItem key={id} asChild>
            <Link href={`${path}/${id}`}>
              <bdi className="min-w-0 truncate">{name}</bdi>
            </Link>
          </MenuItem>
        ))}
        {!siblings && (
          <MenuLabel>{isError ? "The list could not be loaded. Open the menu again." : "Loading…"}</MenuLabel>
        )}
      </MenuContent>
    </Menu>
  )
}

const maxSiblings = 50

/** `siblings`: the entries of the menu. The id is that of the page that an entry opens. Undefined while they load. */
function useSiblings(kind: SwitchTo, isOpen: boolean): { siblings: Sibling[] | undefined; isError: boolean } {
  const api = useApi()
  const clients = useQuery({
    ...api.clients.list.queryOptions({ limit: maxSiblings, sort: "name", status: ["active", "paused"] }),
    enabled: isOpen && (kind === "clients" || kind === "clientsWithProjects"),
  })
  const projects = useQuery({
    ...api.aiVisibility.listProjects.queryOptions({ limit: maxSiblings, status: ["active", "paused"] }),
    enabled: isOpen && (kind === "projects" || kind === "clientsWithProjects"),
  })
  const reports = useQuery({
    ...api.reports.list.queryOptions({ limit: maxSiblings, status: ["draft", "published"] }),
    enabled: isOpen && kind === "reports",
  })
  if (kind === "clientsWithProjects")
    return {
      siblings: clients.data && projects.data && projectOfEachClient(clients.data.data, projects.data.data),
      isError: clients.isError || projects.isError,
    }
  const { data, isError } = { clients, projects, reports }[kind]
  return { siblings: data?.data, isError }
}

type Sibling = { id: string; name: string }

/** One entry for each client that has a project: the name of the client, and the id of its first project. */
const projectOfEachClient = (clients: Sibling[], projects: { id: string; client_id: string }[]): Sibling[] =>
  clients.flatMap(({ id, name }) => {
    const project = projects.find(({ client_id }) => client_id === id)
    return project ? [{ id: project.id, name }] : []
  })
