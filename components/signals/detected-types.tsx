/**
 * Table of the signal types that are detected without a rule, in groups: the condition of each type, how rules change
 * it, and how often it was detected. Users can add a rule for each type.
 */
"use client"

import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { RuleDialog } from "./rule-dialog"
import { describeTypeSetting, type Rule, type RuleChoices } from "./rule-labels"
import { type Signal, typeNames } from "./signal-labels"

type Type = Signal["type"]

/** Only thresholds need a rule. */
type DetectedType = Exclude<Type, "metric_threshold">

const metricConditions = {
  metric_anomaly: "A day differs from the usual value of its weekday by more than the sensitivity allows.",
  metric_flatline: "The data source delivered the day, but a metric is 0 or missing.",
  search_ranking_drop: "A group of search queries ranks at least 3 places lower than in the week before.",
  search_traffic_drop: "Search clicks fall by more than the sensitivity allows.",
  spend_no_conversions: "Ads spend three times the usual cost of a conversion, and get none.",
}
const goalConditions = {
  goal_off_track: "The forecast says that a goal will be missed.",
  goal_met: "A goal is reached.",
  budget_pacing: "The forecast is above 110% or below 85% of a budget.",
  budget_exceeded: "The spend has reached its budget.",
}
const visibilityConditions = {
  ai_visibility_drop:
    "The visibility of your brand or of a competitor falls by at least 5 points, and by more than chance explains.",
  ai_visibility_rise:
    "The visibility of your brand or of a competitor rises by at least 5 points, and by more than chance explains.",
  ai_competitor_overtake: "A competitor that was level or behind is clearly ahead.",
  ai_new_citation: "Answers of several scans cite a source that they did not cite before.",
  ai_lost_citation: "Answers no longer cite a source that they cited in each of three scans.",
  ai_negative_sentiment: "Mentions of your brand are clearly more negative than before.",
  ai_engine_change: "An AI engine uses another model or other settings.",
}
const sourceConditions = {
  data_source_disconnected: "A source needs a new authorization, or the platform disconnected it.",
  data_source_stale: "A source has had no successful sync for more than twice its usual interval.",
  data_restated: "A sync or an import changed final values of a metric by more than 5%.",
}

/** The condition of each type. A type that is missing in all groups does not compile. */
const conditions: Record<DetectedType, string> = {
  ...metricConditions,
  ...goalConditions,
  ...visibilityConditions,
  ...sourceConditions,
}
const typesOf = (groupConditions: object) => Object.keys(groupConditions) as DetectedType[]
const groups = {
  Metrics: typesOf(metricConditions),
  "Goals and budgets": typesOf(goalConditions),
  "AI visibility": typesOf(visibilityConditions),
  "Data sources": typesOf(sourceConditions),
}

type Props = {
  /** All rules of the team, the newest first. */
  rules: Rule[]
  /** How many signals of each type were created in `range`. Types without signals are left out. */
  counts: Partial<Record<Type, number>>
  /** The period of the counts, as in the URL of the inbox. */
  range: string
  /** The path of the inbox. */
  path: string
  /** Null if the visitor cannot add rules. */
  choices: RuleChoices | null
}

export function DetectedTypes({ rules, counts, range, path, choices }: Props) {
  const isChanged = typesOf(conditions).some((type) => describeTypeSetting(type, rules) !== "")
  return (
    <>
      <Table label="Signal types" isCards className="md:min-w-[720px]">
        <thead>
          <tr>
            <Th>Type</Th>
            {isChanged && <Th>Changed by rules</Th>}
            <Th className={numeric}>Last 90 days</Th>
            {choices && <Th className="text-right">Actions</Th>}
          </tr>
        </thead>
        {Object.entries(groups).map(([group, types]) => (
          <tbody key={group} className="border-line border-b last:border-b-0">
            <tr>
              <th
                scope="rowgroup"
                colSpan={2 + (isChanged ? 1 : 0) + (choices ? 1 : 0)}
                className="px-3 pt-4 pb-1.5 text-left text-quiet text-small max-md:p-0"
              >
                {group}
              </th>
            </tr>
            {types.map((type) => (
              <TypeRow
                key={type}
                type={type}
                condition={conditions[type]}
                setting={isChanged ? describeTypeSetting(type, rules) : null}
                signalCount={counts[type] ?? 0}
                href={urlWithQuery(path, { type, status: "any", range })}
                choices={choices}
              />
            ))}
          </tbody>
        ))}
      </Table>
      <p className="mt-6">
        <Link href="/docs/signals" className="text-accent underline underline-offset-2">
          How each type is detected
        </Link>
      </p>
    </>
  )
}

type RowProps = CountProps & {
  condition: string
  /** Null without the column. */
  setting: string | null
  choices: RuleChoices | null
}

const TypeRow = ({ type, condition, setting, signalCount, href, choices }: RowProps) => (
  <Tr>
    <Td className="min-w-56">
      <span className="font-strong">{typeNames[type]}</span>
      <span className="block text-quiet text-small">{condition}</span>
    </Td>
    {setting !== null && <Td className="md:whitespace-nowrap">{setting}</Td>}
    <Td label="last 90 days" className={numeric}>
      <SignalCount signalCount={signalCount} type={type} href={href} />
    </Td>
    {choices && (
      <Td className="w-28 max-md:ml-auto">
        <span className="flex justify-end md:-mr-2.5">
          <RuleDialog initial={defaultRule(type)} choices={choices} typeName={typeNames[type]} />
        </span>
      </Td>
    )}
  </Tr>
)

type CountProps = { signalCount: number; type: Type; href: string }

const SignalCount = ({ signalCount, type, href }: CountProps) =>
  signalCount === 0 ? (
    <span className="text-quiet">0</span>
  ) : (
    <Link href={href} className="inline-flex h-6 min-w-6 items-center text-accent md:justify-end hover:underline">
      {count(signalCount)}
      <span className="sr-only"> {typeNames[type]}</span>
    </Link>
  )

const defaultRule = (type: Type) => ({ type, sensitivity: "medium" as const, params: {}, client_id: null })
