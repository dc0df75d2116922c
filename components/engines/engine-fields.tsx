/** Form fields of an engine: key, model, address, and request limits. */
import type { Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { Checkbox } from "@/components/ui/checkbox"
import { Input, NumberInput } from "@/components/ui/input"
import { type Engine, engineWords } from "./engine-words"

type Props = { engine: Engine; problem: Problem | null }

export function EngineFields({ engine, problem }: Props) {
  const { webSearch, keyPlace, isKeyOptional } = engineWords[engine.engine_id]
  const isElsewhere = engine.engine_id === "compatible_api"
  const needsKey = !isKeyOptional && !engine.has_operator_url
  return (
    <>
      {isElsewhere && <AddressField engine={engine} problem={problem} />}
      <Field
        label={needsKey ? "Key" : "Key (if it needs one)"}
        name="api_key"
        hint={
          engine.key_hint
            ? `The key …${engine.key_hint} is stored. Leave this empty to keep it; another address needs it again.`
            : `You make it at ${keyPlace}. It is kept encrypted, and never shown again.`
        }
        problem={problem}
      >
        <Input
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          required={needsKey && !engine.key_hint}
          minLength={8}
          maxLength={500}
          className="font-mono text-table"
        />
      </Field>
      <Field label="Model" name="model" hint="As the engine itself calls it." problem={problem}>
        <Input
          required
          maxLength={120}
          spellCheck={false}
          defaultValue={engine.model}
          className="font-mono text-table"
        />
      </Field>
      {webSearch === "choice" && (
        <Checkbox name="web_search" defaultChecked={engine.web_search}>
          Let it search the web
          <span className="block text-quiet text-small">As people's assistants do. Without it, it cites nothing.</span>
        </Checkbox>
      )}
      <Field
        label="Questions at once"
        name="concurrency"
        hint="More is quicker, until the engine's own limits slow it down."
        problem={problem}
      >
        <NumberInput min={1} max={100} required defaultValue={engine.concurrency} className="w-28" />
      </Field>
      <Field
        label="Questions a minute at most"
        name="per_minute"
        hint="As your account with the engine allows. Empty: no bound."
        problem={problem}
      >
        <NumberInput min={1} max={60_000} defaultValue={engine.per_minute ?? undefined} className="w-28" />
      </Field>
      {!isElsewhere && (
        <details className="rounded-box border border-line px-3.5 py-2.5" open={engine.base_url !== null}>
          <summary className="font-strong">Another address</summary>
          <div className="mt-4 mb-1.5">
            <AddressField engine={engine} problem={problem} />
          </div>
        </details>
      )}
    </>
  )
}

function AddressField({ engine, problem }: Props) {
  const isElsewhere = engine.engine_id === "compatible_api"
  return (
    <Field
      label="Address"
      name="base_url"
      hint={
        engine.has_operator_url
          ? "Empty: where the operator of this installation has put it."
          : isElsewhere
            ? "https, on a public host, up to and with /v1. The operator of this installation can allow one in its own network."
            : "Of a gateway that speaks this engine's API. Empty: the engine's own."
      }
      problem={problem}
    >
      <Input
        type="url"
        inputMode="url"
        required={isElsewhere && !engine.has_operator_url}
        maxLength={2_000}
        spellCheck={false}
        placeholder="https://llm.example.com/v1"
        defaultValue={engine.base_url ?? ""}
        className="font-mono text-table"
      />
    </Field>
  )
}
