/** Lists the engines that a team can use, each with its settings and actions. */
import { Badge } from "@/components/ui/badge"
import { EngineDialog } from "./engine-dialog"
import { type Engine, engineLabels, factsOf, wasSetUp } from "./engine-labels"
import { EngineSwitch } from "./engine-switch"
import { TestEngineDialog } from "./test-engine-dialog"

type Props = { engines: Engine[]; isAdmin: boolean }

export function EngineList({ engines, isAdmin }: Props) {
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {engines.map((engine) => (
        <li
          key={engine.engine_id}
          className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start"
        >
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              {engine.name}
              <State engine={engine} />
            </h3>
            <p className="mt-1 max-w-[68ch] text-quiet">{engineLabels[engine.engine_id].about}</p>
            {!engine.is_sample && (engine.is_enabled || wasSetUp(engine)) && <Facts engine={engine} />}
          </div>
          {isAdmin && <Actions engine={engine} />}
        </li>
      ))}
    </ul>
  )
}

function State({ engine }: { engine: Engine }) {
  if (engine.is_enabled) return <Badge state="clear">on</Badge>
  return <Badge state="idle">{wasSetUp(engine) || engine.is_sample ? "off" : "not set up"}</Badge>
}

function Facts({ engine }: { engine: Engine }) {
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-table">
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
    <div className="flex flex-wrap gap-2">
      {engine.is_enabled && <TestEngineDialog engine={engine} />}
      {!engine.is_sample && <EngineDialog engine={engine} />}
      {(engine.is_enabled || engine.is_sample || wasSetUp(engine)) && <EngineSwitch engine={engine} />}
    </div>
  )
}
