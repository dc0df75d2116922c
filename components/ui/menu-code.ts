/** The code of menus that loads when the first one opens. */
import "./keep-focus"

export { DropdownMenu as Radix } from "radix-ui"
