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
    /** Typing in a title is one change: `isMinor` changes are undone together with the one before. */
    change(next: (layout: EditedLayout) => EditedLayout, { isMinor = false } = {}) {
      setHistory(({ layout, past }) => ({
        layout: next(layout),
        past: isMinor && past.length > 0 ? past : [...past, layout].slice(-maxUndo),
      }))
    },
    undo: () => setHistory(({ layout, past }) => ({ layout: past.at(-1) ?? layout, past: past.slice(0, -1) })),
    /** Continues with the layout as it is stored now. */
    reset(stored: EditedLayout) {
      setSaved(stored)
      setHistory({ layout: stored, past: [] })
    },
  }
}
