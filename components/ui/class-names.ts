/** Joins class names. When two conflict, the later one wins. */
import { type ClassValue, clsx } from "clsx"
import { extendTailwindMerge } from "tailwind-merge"

// Declares our font sizes, which tailwind-merge would otherwise treat as colors.
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["small", "table", "body", "head", "lead", "title", "figure"] }] } },
})

export const cn = (...classes: ClassValue[]) => merge(clsx(classes))
