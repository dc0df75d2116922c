/**
 * Joins class names. Where two set the same property, the stylesheet decides, not their order here. A component gives
 * its own class the prefix `base:` (app/globals.css) if its user may pass another one.
 */
export { clsx as cn } from "clsx"
