/** Lists what is detected without any rule, in groups. */
import { Link } from "@/components/link"
import { type Signal, typeNames } from "./signal-labels"

type Type = Signal["type"]

/** `null`: the type needs a rule. */
const groups: Record<Type, "Metrics" | "Goals and budgets" | "AI visibility" | "Data sources" | null> = {
  metric_anomaly: "Metrics",
  metric_flatline: "Metrics",
  metric_threshold: null,
  search_ranking_drop: "Metrics",
  search_traffic_drop: "Metrics",
  spend_no_conversions: "Metrics",
  goal_off_track: "Goals and budgets",
  goal_met: "Goals and budgets",
  budget_pacing: "Goals and budgets",
  budget_exceeded: "Goals and budgets",
  ai_visibility_drop: "AI visibility",
  ai_visibility_rise: "AI visibility",
  ai_competitor_overtake: "AI visibility",
  ai_new_citation: "AI visibility",
  ai_lost_citation: "AI visibility",
  ai_negative_sentiment: "AI visibility",
  ai_engine_change: "AI visibility",
  data_source_disconnected: "Data sources",
  data_source_stale: "Data sources",
  data_restated: "Data sources",
}

const typesByGroup = Map.groupBy(Object.keys(groups) as Type[], (type) => groups[type])

export const DetectedTypes = () => (
  <>
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      {[...typesByGroup].map(
        ([group, types]) =>
          group && (
            <div key={group}>
              <dt className="mb-1 text-quiet">{group}</dt>
              {types.map((type) => (
                <dd key={type} className="py-0.5">
                  {typeNames[type]}
                </dd>
              ))}
            </div>
          ),
      )}
    </dl>
    <p className="mt-4">
      <Link href="/docs/signals" className="text-accent underline underline-offset-2">
        How each type is detected
      </Link>
    </p>
  </>
)
