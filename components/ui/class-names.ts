/** Joins class names; of two that contradict each other the later one wins. */
import { type ClassValue, clsx } from "clsx"
import { extendTailwindMerge } from "tailwind-merge"

// Our sizes of type look like colours to tailwind-merge unless it is told.
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["small", "table", "body", "head", "title", "figure"] }] } },
})

export const cn = (...classes: ClassValue[]) => merge(clsx(classes))
