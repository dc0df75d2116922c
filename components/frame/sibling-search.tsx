/** Searches the records of a breadcrumb's menu by text on the server, and opens the chosen one. */
"use client"

import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { useDeferredValue, useState } from "react"
import { PaletteInput, PaletteItem } from "./palette-parts"
import { type SwitchTo, useSiblings } from "./use-siblings"

export { windowClass } from "./palette-parts"

type Props = { kind: SwitchTo; path: string; label: string; onChosen: () => void }

export function SiblingSearch({ kind, path, label, onChosen }: Props) {
  const router = useRouter()
  const [text, setText] = useState("")
  const { siblings = [], isCurrent, isError } = useSiblings(kind, useDeferredValue(text.trim()))
  const isSettled = isCurrent || isError
  return (
    <Command shouldFilter={false} label={label} loop>
      <PaletteInput value={text} onValueChange={setText} placeholder={label} />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-1.5">
        {/* Results of an earlier text are left out, so that Enter never opens one of them. */}
        {(isCurrent ? siblings : []).map(({ id, name }) => (
          <PaletteItem
            key={id}
            value={id}
            onSelect={() => {
              onChosen()
              router.push(`${path}/${id}`)
            }}
          >
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          </PaletteItem>
        ))}
        <Command.Empty className="px-3 py-6 text-center text-quiet">
          {isError && "The list could not be searched. Check your connection, and type again."}
          {!isError && (isSettled ? "Nothing has this name." : "Searching…")}
        </Command.Empty>
      </Command.List>
    </Command>
  )
}
