/** Shows the current team, with a menu of the user's other teams. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import type { TeamOfPerson } from "@/components/api/types"
import { Link } from "@/components/link"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/components/ui/menu"

export function TeamSwitcher({ team, teams }: { team: { name: string; slug: string }; teams: TeamOfPerson[] }) {
  return (
    <Menu>
      <MenuTrigger className="flex h-10 w-full items-center gap-2.5 rounded-box border border-line bg-surface px-2.5 text-left hover:bg-hover">
        <Initial name={team.name} />
        <span className="min-w-0 flex-1 truncate font-strong">{team.name}</span>
        <span className="sr-only">: switch team</span>
        <CaretSortIcon aria-hidden className="size-4 text-quiet" />
      </MenuTrigger>
      <MenuContent align="start" className="w-60">
        <MenuLabel>Teams</MenuLabel>
        {teams.map((t) => (
          <MenuItem key={t.id} asChild>
            <Link href={`/${t.slug}`} aria-current={t.slug === team.slug ? "true" : undefined}>
              <Initial name={t.name} />
              <span className="min-w-0 flex-1 truncate">{t.name}</span>
              {t.slug === team.slug ? (
                <span aria-hidden>✓</span>
              ) : (
                <span className="text-quiet text-small">{t.role}</span>
              )}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem asChild>
          <Link href="/new-team">Create team</Link>
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}

const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-5 shrink-0 place-items-center rounded-[4px] bg-text font-strong text-ground text-small"
  >
    {name.charAt(0).toUpperCase()}
  </span>
)
