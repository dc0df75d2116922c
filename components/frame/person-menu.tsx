/** Menu of the signed-in user: account, theme and sign out. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { useEffect, useState } from "react"
import { Link } from "@/components/link"
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@/components/ui/menu"
import { storeTheme } from "./theme-script"

const themes = { "": "System", light: "Light", dark: "Dark" }

type Props = {
  person: { name: string; email: string }
  role?: string
  /** Shows the link to the operator's pages. */
  isOperator: boolean
}

export function PersonMenu({ person, role, isOperator }: Props) {
  const [theme, choose] = useTheme()
  return (
    <Menu>
      <MenuTrigger className="flex w-full items-center gap-2 rounded-box px-2.5 py-1.5 text-left hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate">{person.name}</span>
          {role && <span className="block text-quiet text-small">{role}</span>}
        </span>
        <CaretSortIcon aria-hidden className="size-4 text-quiet" />
      </MenuTrigger>
      <MenuContent align="start" className="w-60">
        <MenuLabel className="truncate">{person.email}</MenuLabel>
        <MenuItem asChild>
          <Link href="/account">Account</Link>
        </MenuItem>
        {isOperator && (
          <MenuItem asChild>
            <Link href="/operator">Operator</Link>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={choose}>
          {Object.entries(themes).map(([value, name]) => (
            <MenuRadioItem key={value} value={value}>
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem onSelect={signOutAndOpenStart}>Sign out</MenuItem>
      </MenuContent>
    </Menu>
  )
}

async function signOutAndOpenStart() {
  // Loaded on the click, because every page has this menu.
  const { signOut } = await import("next-auth/react")
  await signOut({ redirect: false })
  window.location.assign("/")
}

function useTheme() {
  const [theme, setTheme] = useState("")
  useEffect(() => setTheme(document.documentElement.dataset.theme ?? ""), [])
  function choose(value: string) {
    setTheme(value)
    if (value) document.documentElement.dataset.theme = value
    else delete document.documentElement.dataset.theme
    storeTheme(value)
  }
  return [theme, choose] as const
}
