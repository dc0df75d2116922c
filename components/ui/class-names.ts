/**
 * Joins class names. If two of them set the same property, their order in the stylesheet decides, not their order here.
 * So a component gives a class that its user may override the prefix `base:` (app/globals.css).
 */
export { clsx as cn } from "clsx"
