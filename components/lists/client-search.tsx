/** Searches the clients of the team by text on the server, for the filter of a list. */
"use client"

import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Command } from "cmdk"
import { useDeferredValue, useState } from "react"
import { useApi } from "@/components/api/provider"
import { PaletteInput, PaletteItem } from "@/components/frame/palette-parts"

export { windowClass } from "@/components/frame/palette-parts"

/** `onChoose` receives an empty id for all clients. */
type Props = { onChoose: (client: { id: string; name: string }) => void }

export function ClientSearchList({ onChoose }: Props) {
  const api = useApi()
  const [text, setText] = useState("")
  const q = useDeferredValue(text.trim().slice(0, 100))
  const { data, isError, isPlaceholderData } = useQuery(
    api.clients.list.queryOptions(
      { limit: 50, sort: "name", ...(q && { q }) },
      { placeholderData: keepPreviousData, retry: q === "" },
    ),
  )
  // Results of an earlier text are left out, so that Enter never chooses one of them.
  const clients = data && !isPlaceholderData ? data.data : []
  const isSettled = isError || (data !== undefined && !isPlaceholderData)
  return (
    <Command shouldFilter={false} label="Filter by client" loop>
      <PaletteInput value={text} onValueChange={setText} placeholder="Search clients" />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-1.5">
        {q === "" && (
          <PaletteItem value="any" onSelect={() => onChoose({ id: "", name: "" })}>
            Any client
          </PaletteItem>
        )}
        {clients.map(({ id, name }) => (
          <PaletteItem key={id} value={id} onSelect={() => onChoose({ id, name })}>
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          </PaletteItem>
        ))}
        {data?.meta.next_cursor && !isPlaceholderData && (
          <p className="px-2.5 py-2 text-quiet text-small">More clients match. Type a part of the name.</p>
        )}
        <Command.Empty className="px-3 py-6 text-center text-quiet">
          {isError && "The clients could not be searched. Check your connection, and type again."}
          {!isError && (isSettled ? "No client has this name." : "Searching…")}
        </Command.Empty>
      </Command.List>
    </Command>
  )
}
