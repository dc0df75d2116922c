/** Hook for the edited layout with its undo history. */
"use client"

import { useState } from "react"
import { type EditedLayout, isSameLayout } from "./layout-changes"

/** `past` is from the oldest layout to the newest. `mergeKey` is the key of the latest change. */
type History = { layout: EditedLayout; past: EditedLayout[]; mergeKey?: string | undefined }

/** The number of changes that can be undone. */
const maxUndo = 50

export function useLayout(initial: EditedLayout) {
  const [saved, setSaved] = useState(initial)
  const [history, setHistory] = useState<History>({ layout: initial, past: [] })
  const { layout, past } = history
  return {
    layout,
    isDirty: !isSameLayout(layout, saved),
    canUndo: past.length > 0,
    /** Successive changes with the same `mergeKey` are undone together, as the letters typed into a title are. */
    change(next: (layout: EditedLayout) => EditedLayout, mergeKey?: string) {
      setHistory((history) => withChange(history, next(history.layout), mergeKey))
    },
    undo: () => setHistory(withoutLastChange),
    /** Replaces the edited layout with the saved one, and clears the history. */
    reset(savedLayout: EditedLayout) {
      setSaved(savedLayout)
      setHistory({ layout: savedLayout, past: [] })
    },
  }
}

export function withChange({ layout, past, ...last }: History, next: EditedLayout, mergeKey?: string): History {
  const isMerged = mergeKey !== undefined && mergeKey === last.mergeKey
  return { layout: next, past: isMerged ? past : [...past, layout].slice(-maxUndo), mergeKey }
}

export const withoutLastChange = ({ layout, past }: History): History => ({
  layout: past.at(-1) ?? layout,
  past: past.slice(0, -1),
})
