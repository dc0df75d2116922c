/** Field for the engines that scans ask: the engines that are set up, and a link to set up others. */
import { describeEngine, type Engine } from "@/components/engines/engine-labels"
import { Link } from "@/components/link"
import { Badge } from "@/components/ui/badge"
import { Checkbox } from "@/components/ui/checkbox"
import type { ScanSettings } from "./scan-settings"

type Value = ScanSettings["asked_engines"]
type Props = {
  engines: Engine[]
  /** The names of engines whose answers were imported from files. Scans cannot ask them. */
  importedEngines: string[]
  value: Value
  onChange: (ids: Value) => void
  settingsPath: string
  isAdmin: boolean
}

export function EngineChoice({ engines, importedEngines, value, onChange, settingsPath, isAdmin }: Props) {
  const selectable = engines.filter(({ engine_id, is_enabled }) => is_enabled || value.includes(engine_id))
  // A project with other engines needs no invented answers.
  const others = engines.filter(
    (engine) => !selectable.includes(engine) && !(engine.is_sample && selectable.length > 0),
  )
  return (
    <fieldset>
      <legend className="mb-1 font-strong">Engines</legend>
      {selectable.length === 0 && <p className="text-quiet">No engine is set up yet.</p>}
      {selectable.map((engine) => (
        <Checkbox
          key={engine.engine_id}
          name="asked_engines"
          value={engine.engine_id}
          checked={value.includes(engine.engine_id)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...value, engine.engine_id] : value.filter((id) => id !== engine.engine_id),
            )
          }
        >
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
            {engine.name}
            {!engine.is_enabled && <Badge state="caution">switched off: scans do not start</Badge>}
            {!engine.is_sample && <span className="break-all text-quiet text-table">{describeEngine(engine)}</span>}
          </span>
        </Checkbox>
      ))}
      {importedEngines.length > 0 && (
        <p className="mt-1.5 text-quiet text-table">
          Imported from files: {importedEngines.join(", ")}. Scans do not ask these engines.
        </p>
      )}
      {others.length > 0 && (
        <p className="mt-1.5 text-quiet text-table">
          Not set up: {others.map(({ name }) => name).join(", ")}.{" "}
          {isAdmin ? (
            <Link href={settingsPath} className="text-accent underline">
              Set up engines
            </Link>
          ) : (
            "Owners and admins of the team can set up engines under Settings -> AI engines."
          )}
        </p>
      )}
    </fieldset>
  )
}
