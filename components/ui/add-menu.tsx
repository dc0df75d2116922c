/**
 * A button that opens a menu of things to add. Typing moves the highlight to the next name with these letters. Enter or
 * a click adds. A native select would add at the first typed letter.
 */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { Fragment } from "react"
import { Button } from "./button"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "./menu"

export type Choice = { id: string; label: string; group?: string }

/** Choices with a group are below its name. */
export const AddMenu = ({
  label,
  choices,
  onAdd,
}: {
  label: string
  choices: Choice[]
  onAdd: (id: string) => void
}) => (
  <Menu>
    <MenuTrigger asChild>
      <Button className="justify-self-start">
        {label}
        <CaretSortIcon aria-hidden className="-mr-1 size-4 text-quiet" />
      </Button>
    </MenuTrigger>
    <MenuContent align="start" className={contentClass}>
      {choices.length > minSearchedChoices && <MenuLabel>Type to find a name</MenuLabel>}
      {[...Map.groupBy(choices, ({ group }) => group ?? "")].map(([group, members]) => (
        <Fragment key={group}>
          {group && <MenuLabel>{group}</MenuLabel>}
          {members.map(({ id, label }) => (
            <MenuItem key={id} onSelect={() => onAdd(id)}>
              {label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </MenuContent>
  </Menu>
)

/** A menu with more choices says that it can be searched. */
const minSearchedChoices = 30

const contentClass =
  "max-h-[min(22rem,var(--radix-dropdown-menu-content-available-height))] max-w-80 overflow-y-auto overscroll-contain"
