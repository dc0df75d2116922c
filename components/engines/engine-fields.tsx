/** Form fields of an engine: key, model, address, and request limits. */
import type { Problem } from "@/components/api/problem"
import { Field } from "@/components/forms/field"
import { Checkbox } from "@/components/ui/checkbox"
import { Input, NumberInput } from "@/components/ui/input"
import { type Engine, engineLabels } from "./engine-labels"

type Props = { engine: Engine; problem: Problem | null }

export function EngineFields({ engine, problem }: Props) {
  const { webSearch, keyPlace, isKeyOptional } = engineLabels[engine.engine_id]
  const isCompatible = engine.engine_id === "compatible_api"
  const needsKey = !isKeyOptional && !engine.has_operator_url
  return (
    <>
      {isCompatible && <AddressField engine={engine} problem={problem} />}
      <Field
        label={needsKey ? "API key" : "API key (optional)"}
        name="api_key"
        hint={
          engine.key_hint
            ? `The key …${engine.key_hint} is stored. Leave this empty to keep it. If you change the address, enter the key again.`
            : `Create a key at ${keyPlace}. We store it encrypted and never show it again.`
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
      <Field label="Model" name="model" hint="The model's name in the engine's API." problem={problem}>
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
          Search the web
          <span className="block text-quiet text-small">
            Assistants such as ChatGPT search the web too. Without web search, answers cite no sources.
          </span>
        </Checkbox>
      )}
      <Field
        label="Concurrent questions"
        name="concurrency"
        hint="More concurrent questions make scans faster, up to the engine's rate limit."
        problem={problem}
      >
        <NumberInput min={1} max={100} required defaultValue={engine.concurrency} className="w-28" />
      </Field>
      <Field
        label="Maximum questions per minute"
        name="per_minute"
        hint="The limit of your account with the engine. Leave it empty for no limit."
        problem={problem}
      >
        <NumberInput min={1} max={60_000} defaultValue={engine.per_minute ?? undefined} className="w-28" />
      </Field>
      {!isCompatible && (
        <details className="rounded-box border border-line px-3.5 py-2.5" open={engine.base_url !== null}>
          <summary className="font-strong">Custom address</summary>
          <div className="mt-4 mb-1.5">
            <AddressField engine={engine} problem={problem} />
          </div>
        </details>
      )}
    </>
  )
}

function AddressField({ engine, problem }: Props) {
  const isCompatible = engine.engine_id === "compatible_api"
  return (
    <Field label="Address" name="base_url" hint={addressHint(engine)} problem={problem}>
      <Input
        type="url"
        inputMode="url"
        required={isCompatible && !engine.has_operator_url}
        maxLength={2_000}
        spellCheck={false}
        placeholder="https://llm.example.com/v1"
        defaultValue={engine.base_url ?? ""}
        className="font-mono text-table"
      />
    </Field>
  )
}

function addressHint({ engine_id, has_operator_url }: Engine) {
  if (has_operator_url) return "Leave it empty to use the address set by the operator of this installation."
  if (engine_id === "compatible_api")
    return "An https URL on a public host, up to and including /v1. The operator of this installation can allow private hosts."
  return "The URL of a gateway with this engine's API. Leave it empty to use the engine directly."
}
