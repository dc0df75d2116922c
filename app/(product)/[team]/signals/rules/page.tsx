/** The rules that change how signals are detected. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall } from "@/components/lists/as-api-call"
import { readListPeriod } from "@/components/lists/list-period"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { DetectedTypes } from "@/components/signals/detected-types"
import { RuleDialog } from "@/components/signals/rule-dialog"
import { RuleTable } from "@/components/signals/rule-table"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { fitsType } from "@/domain/signal-rules/params"
import { apiCall } from "@/server/api-call"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readChoices, readScopeNames } from "./read-choices"

export const metadata: Metadata = { title: "Signal rules" }

type Props = TeamParams & { searchParams: Promise<{ sort?: string; cursor?: string }> }

/** The period in which the table counts signals. */
const range = "last_90_days"

export default async function RulesPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const sort = sortFromQuery(query.sort, ["-created_at", "name", "-name", "updated_at", "-updated_at"])
  const signalsPath = `/${team.slug}/signals`
  const path = `${signalsPath}/rules`
  const { after = "" } = readListPeriod({ range }, team.timezone)
  const [choices, { data: rules, meta }, { data: newestRules }, { data: counts }] = await Promise.all([
    readChoices(api),
    orFirstPage(api.signalRules.list({ limit: 50, sort, cursor: query.cursor }), path),
    api.signalRules.list({ limit: 200, sort: "-created_at" }),
    api.signals.countByType({ created_after: after }),
  ])
  const canChange = roleAtLeast(role, "member")
  const addRuleButton = canChange && <RuleDialog choices={choices} />
  return (
    <>
      <PageHead
        crumbs={[{ name: "Signals", href: signalsPath }]}
        title="Rules"
        actions={
          <>
            <RoleNote role={role} member="add and change rules" />
            <Button asChild>
              <Link href={`${path}/test`}>Test on past data</Link>
            </Button>
            {rules.length > 0 && addRuleButton}
          </>
        }
      >
        Most signals need no rule. Add one to set a limit or to change a type's detection.
      </PageHead>
      {rules.length > 0 ? (
        <>
          <RuleTable
            rules={rules}
            broken={rules.filter((rule) => rule.is_enabled && !fitsType(rule)).map(({ id }) => id)}
            choices={choices}
            scopeNames={await readScopeNames(api, rules)}
            path={path}
            canChange={canChange}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["rule", "rules"]} />
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-3">
          <p>
            <strong>No rules yet.</strong> For example: report when ad spend exceeds €500 a day, or turn off signals
            about new citations.
          </p>
          {addRuleButton}
        </div>
      )}
      <div className="mt-10">
        <Section title="Detected without a rule" lead="Types without a rule use their default settings.">
          <DetectedTypes
            rules={newestRules}
            counts={Object.fromEntries(counts.map(({ type, n }) => [type, n]))}
            range={range}
            path={signalsPath}
            choices={canChange ? choices : null}
          />
        </Section>
      </div>
      <AsApiCall {...apiCall(`/signal-rules?sort=${sort}`)} />
    </>
  )
}
