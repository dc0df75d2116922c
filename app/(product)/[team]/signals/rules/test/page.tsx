/** Tests a rule on past data: shows the signals that it would have created in the last year, with charts. */
import type { Metadata } from "next"
import { CautionNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterClient } from "@/components/lists/filter-client"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { RuleDialog } from "@/components/signals/rule-dialog"
import { comparatorNames, type RuleChoices, readParams, sensitivityNames } from "@/components/signals/rule-labels"
import { typeNames } from "@/components/signals/signal-labels"
import { TestResults } from "@/components/signals/test-results"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { orNull, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"
import { readChoices } from "../read-choices"

export const metadata: Metadata = { title: "Test a rule" }

type Query = {
  type?: string
  client?: string
  metric?: string
  sensitivity?: string
  alerts?: string
  comparator?: string
  limit?: string
  days?: string
}
type Props = TeamParams & { searchParams: Promise<Query> }

/** The types of signals whose rules can be tested, with their names. */
const testableTypes = {
  metric_anomaly: typeNames.metric_anomaly,
  metric_flatline: typeNames.metric_flatline,
  metric_threshold: typeNames.metric_threshold,
}

export default async function TestRulePage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const signalsPath = `/${team.slug}/signals`
  const path = `${signalsPath}/rules/test`
  const choices = await readChoices(api, query.client)
  const { metrics } = choices
  const { clients, chosen, notice } = choices.clients
  // `notice` says why the client in the URL cannot be used. The page then tests no other client.
  const client = notice ? undefined : (chosen ?? clients[0])
  const metric = metrics.find(({ id }) => id === query.metric)?.id
  const settings = readSettings(query, metric)
  const isComplete = settings.type !== "metric_threshold" || (metric !== undefined && query.limit)
  const isReady = client && isComplete
  const result = isReady ? await orNull(api.signals.backtest({ client_id: client.id, ...settings })) : null
  return (
    <>
      <PageHead
        crumbs={[
          { name: "Signals", href: signalsPath },
          { name: "Rules", href: `${signalsPath}/rules` },
        ]}
        title="Test on past data"
        actions={
          result &&
          (roleAtLeast(role, "member") ? (
            <RuleDialog choices={choices} initial={{ ...settings, client_id: client?.id ?? null }} />
          ) : (
            <RoleNote role={role} member="add a rule with these settings" />
          ))
        }
      >
        The signals that these settings would have created in the last year.
      </PageHead>
      {clients.length === 0 ? (
        <Empty
          title="No clients yet"
          action={
            <Button asChild kind="primary">
              <Link href={`/${team.slug}/clients?new`}>New client</Link>
            </Button>
          }
        >
          Create a client and import its metrics. Then you can test rules on them.
        </Empty>
      ) : (
        <>
          <SettingsForm path={path} query={query} choices={choices} client={client} type={settings.type} />
          {notice && <CautionNote>{notice}</CautionNote>}
          {client &&
            (result ? (
              <TestResults {...result.data} clientName={client.name} />
            ) : (
              <Empty title={isReady ? "These settings are not valid" : "Choose a metric and a limit"}>
                {isReady
                  ? "Enter numbers for the limit and the signals per month, and a whole number of days from 1 to 90."
                  : "Press Enter after you type the limit. The test then shows on which days the metric crossed it."}
              </Empty>
            ))}
        </>
      )}
    </>
  )
}

/**
 * Converts the URL parameters to the settings of a rule. Ignores unknown values. `metric`: the id of a known metric.
 */
function readSettings(query: Query, metric: string | undefined) {
  const type =
    query.type && Object.hasOwn(testableTypes, query.type)
      ? (query.type as keyof typeof testableTypes)
      : "metric_anomaly"
  const choice = readSensitivity(query)
  const params = readParams(type, {
    metric: metric ?? "",
    alerts: choice === "custom" ? (query.alerts ?? "") : "",
    comparator: query.comparator ?? "below",
    limit: query.limit ?? "",
    days: query.days ?? "1",
    severity: "warning",
  })
  return { type, sensitivity: choice === "custom" ? ("medium" as const) : choice, params }
}

/** Returns the sensitivity in the URL. A URL with `alerts` does not need to say `sensitivity=custom`. */
function readSensitivity({ sensitivity, alerts }: Query): keyof typeof sensitivityNames {
  if (sensitivity && Object.hasOwn(sensitivityNames, sensitivity)) return sensitivity as keyof typeof sensitivityNames
  return alerts ? "custom" : "medium"
}

type FormProps = {
  path: string
  query: Query
  choices: RuleChoices
  /** The tested client. */
  client: { id: string; name: string } | undefined
  type: keyof typeof testableTypes
}

function SettingsForm({ path, query, choices: { clients, metrics }, client, type }: FormProps) {
  return (
    <FilterForm path={path}>
      <FilterClient clients={clients.clients} value={client?.id} chosen={client ?? null} name="client" isRequired />
      <FilterSelect label="Type" name="type" choices={testableTypes} value={type} />
      <FilterSelect
        label="Metric"
        name="metric"
        all={type === "metric_threshold" ? "choose a metric" : "main metrics"}
        choices={Object.fromEntries(metrics.map(({ id, label }) => [id, label]))}
        value={metrics.find(({ id }) => id === query.metric)?.id}
      />
      {type === "metric_anomaly" && (
        <>
          <FilterSelect
            label="Sensitivity"
            name="sensitivity"
            choices={sensitivityNames}
            value={readSensitivity(query)}
          />
          {readSensitivity(query) === "custom" && (
            <FilterText
              label="Signals per month"
              name="alerts"
              value={query.alerts}
              number={{ min: 0.05, max: 30, step: 0.05 }}
            />
          )}
        </>
      )}
      {type === "metric_threshold" && (
        <>
          <FilterSelect
            label="When the value is"
            name="comparator"
            choices={comparatorNames}
            value={query.comparator ?? "below"}
          />
          <FilterText label="Limit" name="limit" value={query.limit} number={{ step: "any" }} />
          <FilterText label="Days" name="days" value={query.days} number={{ min: 1, max: 90, step: 1 }} />
        </>
      )}
    </FilterForm>
  )
}
