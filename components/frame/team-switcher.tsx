/** Shows the current team, with a menu of the user's other teams. */
"use client"

import { CaretSortIcon } from "@radix-ui/react-icons"
import { Link } from "@/components/link"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/components/ui/menu"
import type { FrameProps } from "./frame-props"
import { SampleTag } from "./sample-tag"

type Props = Pick<FrameProps, "team" | "teams">

export function TeamSwitcher({ team, teams }: Props) {
  return (
    <Menu>
      <MenuTrigger className="flex min-h-10 w-full items-center gap-2.5 rounded-box border border-line bg-surface px-2.5 py-1 text-left hover:bg-hover">
        <Initial name={team.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-strong">{team.name}</span>
          {team.is_sample && <SampleTag />}
        </span>
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
