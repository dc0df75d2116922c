/** The edited layout with its undo history. */
"use client"

import { useState } from "react"
import { type EditedLayout, isSameLayout } from "./layout-changes"

type History = { layout: EditedLayout; past: EditedLayout[] }

/** Older changes cannot be undone. */
const maxUndo = 50

export function useLayout(initial: EditedLayout) {
  const [saved, setSaved] = useState(initial)
  const [{ layout, past }, setHistory] = useState<History>({ layout: initial, past: [] })
  return {
    layout,
    isDirty: !isSameLayout(layout, saved),
    canUndo: past.length > 0,
    /** `isMinor`: undone together with the change before it, as each letter typed into a title is. */
    change(next: (layout: EditedLayout) => EditedLayout, { isMinor = false } = {}) {
      setHistory(({ layout, past }) => ({
        layout: next(layout),
        past: isMinor && past.length > 0 ? past : [...past, layout].slice(-maxUndo),
      }))
    },
    undo: () => setHistory(({ layout, past }) => ({ layout: past.at(-1) ?? layout, past: past.slice(0, -1) })),
    /** Replaces the edited layout with the saved one, and clears the history. */
    reset(savedLayout: EditedLayout) {
      setSaved(savedLayout)
      setHistory({ layout: savedLayout, past: [] })
    },
  }
}
