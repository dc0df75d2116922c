/** Searches records by text on the server: those of a breadcrumb's menu, or the clients of a filter or form. */
"use client"

import { Command } from "cmdk"
import { useDeferredValue, useState } from "react"
import { PaletteInput, PaletteItem } from "./palette-parts"
import { type SearchKind, useSiblings } from "./use-siblings"

export { windowClass } from "./palette-parts"
export { siblingPath } from "./sibling-path"

type Choice = { id: string; name: string; detail?: string }

type Props = {
  kind: SearchKind
  /** The project whose prompts or domains are searched. */
  projectId?: string | undefined
  label: string
  /** The name of a first entry for all records, which has an empty id. */
  allLabel?: string
  onChoose: (choice: Choice) => void
}

export function SiblingSearch({ kind, projectId, label, allLabel, onChoose }: Props) {
  const [text, setText] = useState("")
  const [selected, setSelected] = useState("")
  const {
    siblings = [],
    isCurrent,
    isError,
  } = useSiblings(kind, {
    text: useDeferredValue(text.trim()),
    projectId,
  })
  const isSettled = isCurrent || isError
  const allChoice: Choice[] = allLabel && text.trim() === "" ? [{ id: "", name: allLabel }] : []
  // Results of an earlier text are left out, so that Enter never chooses one of them.
  const choices = [...allChoice, ...(isCurrent ? siblings : [])]
  const values = choices.map(itemValue)
  return (
    <Command
      shouldFilter={false}
      label={label}
      loop
      // The command library does not select the first of results that arrive later.
      value={values.includes(selected) ? selected : (values[0] ?? "")}
      onValueChange={setSelected}
    >
      <PaletteInput value={text} onValueChange={setText} placeholder={label} />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-1.5">
        {choices.map((choice) => (
          <PaletteItem key={choice.id} value={itemValue(choice)} onSelect={() => onChoose(choice)}>
            <bdi className="min-w-0 flex-1 truncate">{choice.name}</bdi>
            {choice.detail && <span className="text-quiet text-small">{choice.detail}</span>}
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

/** The command library needs a value that is not empty. */
const itemValue = ({ id }: Choice) => id || "all"
