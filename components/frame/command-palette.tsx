/** The command palette: finds records of the team by text, and opens pages and dialogs by name. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { useDeferredValue, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data, Role } from "@/components/api/types"
import { commandsOf } from "./commands"
import { PaletteInput, PaletteItem } from "./palette-parts"

export { windowClass } from "./palette-parts"

type Found = Data<"search", "find">["results"][number]

const typeNames: Record<Found["type"], string> = {
  client: "Client",
  project: "AI visibility project",
  report: "Report",
  signal: "Signal",
  prompt: "Prompt",
}

const nameOf = ({ title, signal_title }: Found) => signal_title ?? title

type Props = { slug: string; role: Role; onChosen: () => void }

export function CommandPalette({ slug, role, onChosen }: Props) {
  const router = useRouter()
  const [text, setText] = useState("")
  const { found, isSearching, hasFailed } = useSearch(text)
  const docsPages = useDocsPages(text)
  const commands = commandsOf(slug, role).filter(({ name, words }) => matches(`${name} ${words}`, text))
  const groups = Map.groupBy(commands, ({ group }) => group)
  function open(path: string) {
    onChosen()
    router.push(path)
  }
  return (
    <Command shouldFilter={false} label="Search or run a command" loop>
      <PaletteInput
        value={text}
        onValueChange={setText}
        placeholder="Search clients, reports, prompts, signals, pages and actions"
      />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-1.5">
        {[...groups].map(([group, commands]) => (
          <Group key={group} heading={group}>
            {commands.map(({ name, path }) => (
              <PaletteItem key={path} value={path} onSelect={() => open(path)}>
                {name}
              </PaletteItem>
            ))}
          </Group>
        ))}
        {/* Records are loaded later than commands. They are listed below them, so that no entry moves. */}
        {found.length > 0 && (
          <Group heading="Records">
            {found.map((record) => (
              <PaletteItem key={record.id} value={record.id} onSelect={() => open(new URL(record.url).pathname)}>
                <bdi className="min-w-0 flex-1 truncate">{nameOf(record)}</bdi>
                <span className="max-w-[45%] truncate text-quiet text-small">
                  {[typeNames[record.type], record.snippet].filter(Boolean).join(" · ")}
                </span>
              </PaletteItem>
            ))}
          </Group>
        )}
        {text.trim() && !isSearching && (
          <Group heading="Documentation">
            {docsPages.map(({ path, title }) => (
              <PaletteItem key={path} value={path} onSelect={() => open(path)}>
                {title}
              </PaletteItem>
            ))}
            <PaletteItem value="docs" onSelect={() => open(`/docs/search?q=${encodeURIComponent(text.trim())}`)}>
              Search the documentation for “{text.trim()}”
            </PaletteItem>
          </Group>
        )}
        {hasFailed && (
          <p role="alert" className="px-2.5 py-2 text-quiet">
            Your records could not be searched. Check your connection, and type again.
          </p>
        )}
        <Command.Empty className="px-3 py-6 text-center text-quiet">Searching…</Command.Empty>
      </Command.List>
    </Command>
  )
}

/**
 * Finds the records that match the text. While they load, shows the records of the previous text whose titles match the
 * new text, so that Enter never opens a record that does not match.
 */
function useSearch(text: string) {
  const query = useDeferredValue(text.trim())
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...useApi().search.find.queryOptions({ query }),
    enabled: query.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const results = (query && data?.data.results) || []
  const isCurrent = query === text.trim() && !isPlaceholderData
  return {
    found: isCurrent ? results : results.filter((record) => matches(nameOf(record), text.trim())),
    isSearching: isFetching || !isCurrent,
    hasFailed: isError,
  }
}

const maxDocsPages = 5

/** The pages of the documentation whose titles match the text. Their list loads when the palette first opens. */
function useDocsPages(text: string): { path: string; title: string }[] {
  const { data = [] } = useQuery<{ path: string; title: string }[]>({
    queryKey: ["docs pages"],
    queryFn: async () => (await fetch("/docs/pages.json")).json(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return text.trim() ? data.filter(({ title }) => matches(title, text.trim())).slice(0, maxDocsPages) : []
}

/** True if every word of the text is the start of a word of the name. */
function matches(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/[\s:]+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-quiet [&_[cmdk-group-heading]]:text-small"
    >
      {children}
    </Command.Group>
  )
}
