/** The navigation: the product's mark, the team switcher, links with live counts, and the menu of the user. */
import {
  BellIcon,
  CodeIcon,
  EyeOpenIcon,
  FileTextIcon,
  GearIcon,
  HomeIcon,
  PersonIcon,
  ReaderIcon,
  StackIcon,
} from "@radix-ui/react-icons"
import { Link } from "@/components/link"
import { Wordmark } from "@/components/wordmark"
import type { FrameProps } from "./frame-props"
import { PersonMenu } from "./person-menu"
import { RailCount, RailLink } from "./rail-link"
import { TeamSwitcher } from "./team-switcher"

export function Rail({ team, role, teams, person, isOperator, status }: FrameProps) {
  const teamPath = `/${team.slug}`
  const count = (of: "signals" | "sources" | "webhooks") => <RailCount of={of} initial={status} />
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link href={teamPath} aria-label="Signalbox: home" className="flex h-8 items-center px-1.5">
        <Wordmark />
      </Link>
      <TeamSwitcher team={team} teams={teams} />
      <nav aria-label="Team" className="grid gap-0.5">
        <RailLink href={teamPath} icon={<HomeIcon />} isExact>
          Home
        </RailLink>
        <RailLink href={`${teamPath}/clients`} icon={<PersonIcon />}>
          Clients
        </RailLink>
        <RailLink href={`${teamPath}/reports`} icon={<FileTextIcon />}>
          Reports
        </RailLink>
        <RailLink href={`${teamPath}/ai-visibility`} icon={<EyeOpenIcon />}>
          AI visibility
        </RailLink>
        <RailLink href={`${teamPath}/signals`} icon={<BellIcon />} count={count("signals")}>
          Signals
        </RailLink>
        <RailLink href={`${teamPath}/sources`} icon={<StackIcon />} count={count("sources")}>
          Data sources
        </RailLink>
        <hr className="my-2 border-line" />
        <RailLink href={`${teamPath}/settings/api`} icon={<CodeIcon />} count={count("webhooks")}>
          API
        </RailLink>
        <RailLink href="/docs" icon={<ReaderIcon />}>
          Docs
        </RailLink>
      </nav>
      <nav aria-label="Settings and you" className="mt-auto grid gap-0.5">
        <RailLink href={`${teamPath}/settings`} except={`${teamPath}/settings/api`} icon={<GearIcon />}>
          Settings
        </RailLink>
        <PersonMenu person={person} role={role} isOperator={isOperator} />
      </nav>
    </div>
  )
}
