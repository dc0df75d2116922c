/** Table of the installation's teams, with the operator's actions. */
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { EditTeamDialog } from "./edit-team-dialog"
import { limitNames, type OperatedTeam, type PlanChoice } from "./limit-labels"
import { SuspendTeam } from "./suspend-team"

type Props = {
  teams: OperatedTeam[]
  plans: PlanChoice[]
  /** True when SIGNALBOX_OPERATOR_ENGINES is `all`. */
  allUseOperatorEngines: boolean
  sorting: Sorting
}

export function OperatedTeamTable({ teams, plans, allUseOperatorEngines, sorting }: Props) {
  return (
    <Table optionsName="teams" label="Teams" isCards className="md:min-w-[960px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Team
          </SortTh>
          <Th>Owners</Th>
          <Th>Plan</Th>
          <SortTh column="members_n" sorting={sorting} isNumeric directions={descendingFirst}>
            Members
          </SortTh>
          <Th className="text-right">AI answers this month</Th>
          <Th>May use the installation's engine keys</Th>
          <Th>Status</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <Tr key={team.id}>
            <Td className="min-w-40 max-w-56">
              <span className="block break-words font-strong">{team.name}</span>
              <code className="block break-words text-quiet text-small">{team.slug}</code>
            </Td>
            <Td className="max-w-56 text-quiet">
              {team.owners.map(({ email }) => (
                <span key={email} className="block break-words">
                  {email}
                </span>
              ))}
            </Td>
            <Td>
              {plans.find(({ id }) => id === team.plan)?.label}
              {limitNames.some((name) => team.limits[name] !== null) && (
                <span className="block whitespace-nowrap text-quiet text-small">custom limits</span>
              )}
            </Td>
            <Td label="members" className={numeric}>
              {count(team.members_n)}
            </Td>
            <Td label="AI answers this month" className={`${numeric} whitespace-nowrap`}>
              {count(team.answers_this_month)} <span className="text-quiet">of {count(answerLimit(team, plans))}</span>
            </Td>
            <Td label="may use the installation's engine keys:">
              {allUseOperatorEngines || team.may_use_operator_engines ? "yes" : "no"}
            </Td>
            <Td>{team.is_suspended ? <Badge state="danger">suspended</Badge> : <Badge state="clear">active</Badge>}</Td>
            <Td>
              <div className="flex justify-end gap-2">
                <EditTeamDialog team={team} plans={plans} allUseOperatorEngines={allUseOperatorEngines} />
                <SuspendTeam team={team} />
              </div>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const answerLimit = ({ limits, plan }: OperatedTeam, plans: PlanChoice[]) =>
  limits.ai_answers_per_month ?? plans.find(({ id }) => id === plan)?.limits.ai_answers_per_month ?? 0
