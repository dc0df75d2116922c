/** The code of menus that loads when the first one opens. */
export { DropdownMenu as Radix } from "radix-ui"
