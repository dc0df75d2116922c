/**
 * Lists the engines that a team can use, each with its settings, price and actions: the engines that are set up, the
 * others, and the sample engine.
 */
import type { EnginePrice } from "@/components/api/types"
import { todayInUtc } from "@/components/days"
import { Lamp } from "@/components/ui/lamp"
import { engineDefinitions, reportsCost } from "@/domain/ai-engines/kinds"
import { priceOn } from "@/domain/ai-engines/price-on"
import { EngineDialog } from "./engine-dialog"
import {
  aboutSampleEngines,
  describeEngine,
  type Engine,
  engineLabels,
  engineSearchesWeb,
  formatPrice,
  isConfigured,
} from "./engine-labels"
import { EngineSwitch } from "./engine-switch"
import { TestEngineDialog } from "./test-engine-dialog"

type Props = { engines: Engine[]; prices: EnginePrice[]; isAdmin: boolean }

export function EngineList({ engines, prices, isAdmin }: Props) {
  const sample = engines.filter(({ is_sample }) => is_sample)
  const realEngines = engines.filter(({ is_sample }) => !is_sample)
  const ready = realEngines.filter(isConfigured)
  const readyInOrder = [...ready.filter((engine) => engine.is_enabled), ...ready.filter((engine) => !engine.is_enabled)]
  const others = realEngines.filter((engine) => !isConfigured(engine))
  return (
    <div className="grid gap-5">
      {ready.length > 0 && <Rows engines={readyInOrder} prices={prices} isAdmin={isAdmin} Heading="h3" />}
      {others.length > 0 && (
        <div>
          <h3 className="mb-2 text-quiet">Not set up</h3>
          <Rows engines={others} prices={prices} isAdmin={isAdmin} Heading="h4" />
        </div>
      )}
      {sample.length > 0 && (
        <div>
          <h3 className="text-quiet">Sample engines</h3>
          <p className="mb-2 text-quiet text-table">{aboutSampleEngines}</p>
          <Rows engines={sample} prices={prices} isAdmin={isAdmin} Heading="h4" />
        </div>
      )}
    </div>
  )
}

const Rows = ({ engines, ...props }: Props & { Heading: "h3" | "h4" }) => (
  <ul className="divide-y divide-line rounded-box border border-line bg-surface">
    {engines.map((engine) => (
      <Row key={engine.engine_id} engine={engine} {...props} />
    ))}
  </ul>
)

type RowProps = { engine: Engine; prices: EnginePrice[]; isAdmin: boolean; Heading: "h3" | "h4" }

function Row({ engine, prices, isAdmin, Heading }: RowProps) {
  return (
    // With the id, the focus follows an engine that moves to the list of those that are set up.
    <li
      id={`engine-${engine.engine_id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 sm:gap-x-6 py-2.5 md:grid-cols-[200px_minmax(0,1fr)_auto]"
    >
      <div>
        <Heading className="flex items-center gap-2">
          <Lamp state={engine.is_enabled ? "clear" : "idle"} />
          {engine.name}
        </Heading>
        {(isConfigured(engine) || engine.is_sample) && (
          <p className="pl-[18px] text-quiet text-small">{engine.is_enabled ? "on" : "off"}</p>
        )}
      </div>
      {/* Sample engines share one description, above the list. On phones, they need no row for it. */}
      <div
        className={`min-w-0 text-table max-md:col-span-full max-md:row-start-2 ${engine.is_sample ? "max-md:hidden" : ""}`}
      >
        <Description engine={engine} prices={prices} />
      </div>
      {isAdmin && <Actions engine={engine} />}
    </li>
  )
}

/** The settings and price of an engine that is set up, or what the engine is. */
function Description({ engine, prices }: { engine: Engine; prices: EnginePrice[] }) {
  if (engine.is_sample) return null
  if (!isConfigured(engine)) return <p className="text-quiet">{engineLabels[engine.engine_id].about}</p>
  return (
    <>
      <Facts engine={engine} />
      <Cost engine={engine} prices={prices} />
    </>
  )
}

/** Today's price of the engine's model, or a note on what is missing without one. */
function Cost({ engine, prices }: { engine: Engine; prices: EnginePrice[] }) {
  const price = currentPrice(engine, prices)
  const hasReportedCosts = reportsCost(engineDefinitions[engine.engine_id].kind)
  if (!price && hasReportedCosts)
    return <p className="text-quiet">Reports its costs. With a spend cap, it needs a price until its first answer.</p>
  if (!price) return <p className="text-quiet">No price is set, so the cost of answers is not known.</p>
  const perRequest = price.usd_per_request > 0 ? `, ${formatPrice(price.usd_per_request)} per request` : ""
  const perSearch = price.usd_per_search ? `, ${formatPrice(price.usd_per_search)} per web search` : ""
  const isSearchPriceMissing = price.usd_per_search === null && engineSearchesWeb(engine) && !hasReportedCosts
  return (
    <p className="figures text-quiet">
      {formatPrice(price.usd_per_million_in)} in and {formatPrice(price.usd_per_million_out)} out per million tokens
      {perRequest}
      {perSearch}
      {isSearchPriceMissing && ". No price per web search is set, so the cost of answers with searches is not known."}
    </p>
  )
}

const currentPrice = ({ engine_id, model }: Engine, prices: EnginePrice[]) =>
  priceOn(
    prices.filter((price) => price.engine_id === engine_id),
    { model, day: todayInUtc() },
  )

function Facts({ engine }: { engine: Engine }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5">
      <span className="break-all">{describeEngine(engine)}</span>
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

/** On phones, the buttons are on the line of the name. The three buttons of an engine that is set up are below. */
function Actions({ engine }: { engine: Engine }) {
  const isBelow = isConfigured(engine) && !engine.is_sample
  return (
    <div
      className={`flex flex-wrap gap-2 md:justify-end ${isBelow ? "max-md:col-span-full" : "max-md:col-start-2 max-md:row-start-1"}`}
    >
      {engine.is_enabled && <TestEngineDialog engine={engine} />}
      {!engine.is_sample && <EngineDialog engine={engine} />}
      {(engine.is_sample || isConfigured(engine)) && <EngineSwitch engine={engine} />}
    </div>
  )
}
