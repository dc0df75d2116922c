/** Lists the engines that a team can use: those that are on come first, each with its settings, price and actions. */
import type { Data } from "@/components/api/types"
import { Lamp } from "@/components/ui/lamp"
import { EngineDialog } from "./engine-dialog"
import { dollars, type Engine, engineLabels, factsOf, wasSetUp } from "./engine-labels"
import { EngineSwitch } from "./engine-switch"
import { TestEngineDialog } from "./test-engine-dialog"

type Price = Data<"aiVisibility", "listEnginePrices">[number]
type Props = { engines: Engine[]; prices: Price[]; isAdmin: boolean }

export function EngineList({ engines, prices, isAdmin }: Props) {
  const isStored = (engine: Engine) => engine.is_enabled || wasSetUp(engine)
  const sorted = engines.toSorted((a, b) => rank(a) - rank(b))
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {sorted.map((engine) => (
        <li
          key={engine.engine_id}
          className="grid gap-x-6 gap-y-2 px-4 py-2.5 md:grid-cols-[200px_minmax(0,1fr)_auto] md:items-center"
        >
          <div>
            <h3 className="flex items-center gap-2">
              <Lamp state={engine.is_enabled ? "clear" : "idle"} />
              {engine.name}
            </h3>
            <p className="pl-[18px] text-quiet text-small">{stateOf(engine)}</p>
          </div>
          <div className="min-w-0 text-table">
            {!engine.is_sample && isStored(engine) ? (
              <>
                <Facts engine={engine} />
                <Cost engine={engine} prices={prices} />
              </>
            ) : (
              <p className="text-quiet">{engineLabels[engine.engine_id].about}</p>
            )}
          </div>
          {isAdmin && <Actions engine={engine} />}
        </li>
      ))}
    </ul>
  )
}

/** Engines that are on come first, then those that are set up. */
const rank = (engine: Engine) => (engine.is_enabled ? 0 : wasSetUp(engine) ? 1 : 2)

function stateOf(engine: Engine) {
  if (engine.is_enabled) return "on"
  return wasSetUp(engine) || engine.is_sample ? "off" : "not set up"
}

/** Today's price of the engine's model, or a note that costs are not known. */
function Cost({ engine, prices }: { engine: Engine; prices: Price[] }) {
  const today = new Date().toISOString().slice(0, 10)
  const price = prices
    .filter(({ engine_id, model }) => engine_id === engine.engine_id && (model === "" || model === engine.model))
    .filter(({ valid_from }) => valid_from <= today)
    // A price of the exact model applies before one of the engine, as in `costOfAnswer`.
    .toSorted((a, b) => b.model.localeCompare(a.model) || b.valid_from.localeCompare(a.valid_from))[0]
  // Perplexity reports the cost of each answer.
  if (!price && engine.engine_id === "perplexity_api") return null
  if (!price) return <p className="text-quiet">No price is set, so the cost of answers is not known.</p>
  const perRequest = price.usd_per_request > 0 ? `, ${dollars(price.usd_per_request)} per request` : ""
  return (
    <p className="figures text-quiet">
      {dollars(price.usd_per_million_in)} in and {dollars(price.usd_per_million_out)} out per million tokens{perRequest}
    </p>
  )
}

function Facts({ engine }: { engine: Engine }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5">
      <span className="break-all">{factsOf(engine)}</span>
      <span>
        {engine.key_hint ? (
          <>
            API key <code>…{engine.key_hint}</code>
          </>
        ) : (
          "No API key"
        )}
      </span>
      {engine.base_url && (
        <span className="break-all">
          At <code>{engine.base_url}</code>
        </span>
      )}
    </p>
  )
}

function Actions({ engine }: { engine: Engine }) {
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {engine.is_enabled && <TestEngineDialog engine={engine} />}
      {!engine.is_sample && <EngineDialog engine={engine} />}
      {(engine.is_enabled || engine.is_sample || wasSetUp(engine)) && <EngineSwitch engine={engine} />}
    </div>
  )
}
