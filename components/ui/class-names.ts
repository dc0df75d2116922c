/**
 * Joins class names. If two classes set the same property, the one later in the stylesheet wins, not the one later
 * here. Classes that callers of a component may override therefore have the prefix `base:` (app/globals.css).
 */
export { clsx as cn } from "clsx"
