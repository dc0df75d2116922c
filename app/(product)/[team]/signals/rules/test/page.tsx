/** Back-test: shows the signals that a rule would have created in the last year, with a chart of each series. */

import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { periodLabel } from "@/components/lists/ranges"
import { RuleDialog } from "@/components/signals/rule-dialog"
import { comparatorNames, paramsIn, sensitivityNames } from "@/components/signals/rule-labels"
import { SignalChart } from "@/components/signals/signal-chart"
import { severityNames, typeNames } from "@/components/signals/signal-labels"
import { Button } from "@/components/ui/button"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import type { ValueFormat } from "@/domain/metrics/format-value"
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

const testable = {
  metric_anomaly: typeNames.metric_anomaly,
  metric_flatline: typeNames.metric_flatline,
  metric_threshold: typeNames.metric_threshold,
}

export default async function TestRulePage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const base = `/${team.slug}/signals`
  const path = `${base}/rules/test`
  const choices = await readChoices(api)
  const { clients, metrics } = choices
  const client = clients.find(({ id }) => id === query.client) ?? clients[0]
  const type =
    query.type && Object.hasOwn(testable, query.type) ? (query.type as keyof typeof testable) : "metric_anomaly"
  const metric = metrics.find(({ id }) => id === query.metric)?.id
  const isThreshold = type === "metric_threshold"
  const isReady = client && (!isThreshold || (metric !== undefined && query.limit))
  const settings = {
    type,
    sensitivity:
      query.sensitivity && Object.hasOwn(sensitivityNames, query.sensitivity) ? (query.sensitivity as "low") : "medium",
    params: paramsIn(type, {
      metric: metric ?? "",
      alerts: query.alerts ?? "",
      comparator: query.comparator ?? "below",
      limit: query.limit ?? "",
      days: query.days ?? "1",
      severity: "warning",
    }),
  } as const
  const tested = isReady ? await orNull(api.signals.backtest({ client_id: client.id, ...settings })) : null
  return (
    <>
      <PageHead
        crumbs={[
          { name: "Signals", href: base },
          { name: "Rules", href: `${base}/rules` },
        ]}
        title="Test on past data"
        actions={
          tested &&
          (role === "viewer" ? (
            <RoleNote role={role} member="add a rule with these settings" />
          ) : (
            <RuleDialog choices={choices} initial={{ ...settings, client_id: client?.id ?? null }} />
          ))
        }
      >
        See which signals a rule with these settings would have created in the last year.
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
          <FilterForm path={path}>
            <FilterSelect
              label="Client"
              name="client"
              choices={Object.fromEntries(clients.map(({ id, name }) => [id, name]))}
              value={client?.id}
            />
            <FilterSelect label="Type" name="type" choices={testable} value={type} />
            <FilterSelect
              label="Metric"
              name="metric"
              all={isThreshold ? "choose a metric" : "main metrics"}
              choices={Object.fromEntries(metrics.map(({ id, label }) => [id, label]))}
              value={metric}
            />
            {type === "metric_anomaly" && (
              <>
                <FilterSelect
                  label="Sensitivity"
                  name="sensitivity"
                  choices={sensitivityNames}
                  value={query.sensitivity ?? "medium"}
                />
                <FilterText label="Signals per month" name="alerts" value={query.alerts} />
              </>
            )}
            {isThreshold && (
              <>
                <FilterSelect
                  label="When the value is"
                  name="comparator"
                  choices={comparatorNames}
                  value={query.comparator ?? "below"}
                />
                <FilterText label="Limit" name="limit" value={query.limit} />
                <FilterText label="Days" name="days" value={query.days} />
              </>
            )}
          </FilterForm>
          {tested ? (
            <TestResults {...tested.data} clientName={client?.name ?? ""} />
          ) : (
            <Empty title={isReady ? "These settings are not valid" : "Choose a metric and a limit"}>
              {isReady
                ? "Enter numbers for the limit and the signals per month, and a whole number of days from 1 to 90."
                : "Press Enter after you type the limit. The test then shows on which days the metric crossed it."}
            </Empty>
          )}
        </>
      )}
    </>
  )
}

type Tests = Awaited<ReturnType<Awaited<ReturnType<typeof requireTeamMember>>["api"]["signals"]["backtest"]>>["data"]

const withSignalsFirst = (series: Tests["series"]) =>
  series.toSorted((a, b) => Number(b.signals.length > 0) - Number(a.signals.length > 0))

function TestResults({ from, to, total, series, clientName }: Tests & { clientName: string }) {
  if (series.length === 0)
    return (
      <Empty title="No data for these metrics">
        {clientName} has no final values of these metrics yet. Choose other settings, or connect a data source.
      </Empty>
    )
  return (
    <>
      <p className="mb-6 font-strong">
        {pluralize(total, "signal")} in {pluralize(series.length, "series", "series")}, {periodLabel({ from, to })}
      </p>
      {withSignalsFirst(series).map(
        ({ data_source_id, data_source_name, metric_id, label, unit, currency, days, signals }) => (
          <Section
            key={`${data_source_id} ${metric_id}`}
            title={label}
            lead={`${data_source_name}: ${pluralize(signals.length, "signal")}`}
          >
            <SignalChart label={label} column={{ unit, currency } as ValueFormat} points={days} events={signals} />
            {signals.length > 0 && (
              <div className="mt-3">
                <Table label={`Signals of ${label}, ${data_source_name}`} isCards>
                  <thead>
                    <tr>
                      <Th>Days</Th>
                      <Th>Signal</Th>
                      <Th>Severity</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {signals.map(({ from, to, title, summary, severity }) => (
                      <Tr key={`${from} ${title}`}>
                        <Td className="whitespace-nowrap text-quiet">{periodLabel({ from, to })}</Td>
                        <Td title={summary}>{title}</Td>
                        <Td>{severityNames[severity]}</Td>
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </div>
            )}
          </Section>
        ),
      )}
    </>
  )
}
