/** The navigation: team switcher, links, and the menu of the user. */
import type { FrameProps } from "./frame-props"
import { PersonMenu } from "./person-menu"
import { RailLink } from "./rail-link"
import { TeamSwitcher } from "./team-switcher"

const links = [
  ["Home", ""],
  ["Clients", "/clients"],
  ["Reports", "/reports"],
  ["AI visibility", "/ai-visibility"],
  ["Signals", "/signals"],
  ["Sources", "/sources"],
] as const

export function Rail({ team, role, teams, person, isOperator }: FrameProps) {
  const base = `/${team.slug}`
  return (
    <div className="flex h-full flex-col gap-5 overflow-y-auto p-3">
      <TeamSwitcher team={team} teams={teams} />
      <nav aria-label="Team" className="grid gap-0.5">
        {links.map(([name, path]) => (
          <RailLink key={path} href={base + path} isExact={path === ""}>
            {name}
          </RailLink>
        ))}
        <hr className="my-2 border-line" />
        <RailLink href={`${base}/settings/api`}>API</RailLink>
      </nav>
      <nav aria-label="Settings" className="mt-auto grid gap-0.5">
        <RailLink href={`${base}/settings`} except={`${base}/settings/api`}>
          Settings
        </RailLink>
        <PersonMenu person={person} role={role} isOperator={isOperator} />
      </nav>
    </div>
  )
}
