/** Lists the signal types that are detected without a rule, in groups. Users can add a rule for each type. */
"use client"

import { Link } from "@/components/link"
import { RuleDialog } from "./rule-dialog"
import type { RuleChoices } from "./rule-labels"
import { type Signal, typeNames } from "./signal-labels"

type Type = Signal["type"]

/** The condition of each type, by group. A type that is missing here needs a rule. */
const groups: Record<string, Partial<Record<Type, string>>> = {
  Metrics: {
    metric_anomaly: "A day differs from the usual value of its weekday by more than chance explains.",
    metric_flatline: "A metric is 0 or missing on a day that the data source has delivered.",
    search_ranking_drop: "A group of search queries ranks at least 3 places lower than in the week before.",
    search_traffic_drop: "Search clicks fall by more than chance explains.",
    spend_no_conversions: "Ads spend as much as three conversions usually cost, without a conversion.",
  },
  "Goals and budgets": {
    goal_off_track: "The forecast says that a goal will be missed.",
    goal_met: "A goal is reached.",
    budget_pacing: "The forecast is above 110% or below 85% of a budget.",
    budget_exceeded: "The spend has reached its budget.",
  },
  "AI visibility": {
    ai_visibility_drop: "Your visibility falls by at least 5 points, and by more than chance explains.",
    ai_visibility_rise: "Your visibility rises by at least 5 points, and by more than chance explains.",
    ai_competitor_overtake: "A competitor that was level or behind is clearly ahead.",
    ai_new_citation: "Answers of several scans cite a source that they did not cite before.",
    ai_lost_citation: "Answers no longer cite a source that they cited in each of three scans.",
    ai_negative_sentiment: "Mentions of your brand are clearly more negative than before.",
    ai_engine_change: "An AI engine uses another model or other settings.",
  },
  "Data sources": {
    data_source_disconnected: "A source needs a new authorization, or the platform disconnected it.",
    data_source_stale: "A source has no new data for more than twice its usual interval.",
    data_restated: "A platform changed values that were already complete by more than 5%.",
  },
}

/** `choices`: null if the visitor cannot add rules. */
type Props = { choices: RuleChoices | null }

export const DetectedTypes = ({ choices }: Props) => (
  <>
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      {Object.entries(groups).map(([group, types]) => (
        <section key={group} aria-label={group}>
          <h3 className="mb-1 text-quiet">{group}</h3>
          <ul className="divide-y divide-line border-line border-y">
            {(Object.entries(types) as [Type, string][]).map(([type, condition]) => (
              <li key={type} className="flex items-center justify-between gap-4 py-2">
                <div className="min-w-0">
                  <p className="font-strong">{typeNames[type]}</p>
                  <p className="text-quiet text-table">{condition}</p>
                </div>
                {choices && <RuleDialog initial={defaultRule(type)} choices={choices} typeName={typeNames[type]} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
    <p className="mt-6">
      <Link href="/docs/signals" className="text-accent underline underline-offset-2">
        How each type is detected
      </Link>
    </p>
  </>
)

const defaultRule = (type: Type) => ({ type, sensitivity: "medium" as const, params: {}, client_id: null })
