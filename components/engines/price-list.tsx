/**
 * The prices that the team pays its engines, with buttons to set and delete one. Without a price, the cost of a scan is
 * not known.
 */
"use client"

import { useApi } from "@/components/api/provider"
import type { EnginePrice, Inputs } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { todayInUtc } from "@/components/days"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { Field } from "@/components/forms/field"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Input, NumberInput, Options, Select } from "@/components/ui/input"
import { lineOfCard, numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { type Engine, formatPrice } from "./engine-labels"

/** `engines` are the engines that can have a price. The sample engine costs nothing. */
type Props = { prices: EnginePrice[]; engines: Engine[]; isAdmin: boolean }

export function PriceList({ prices, engines, isAdmin }: Props) {
  return (
    <div className="grid justify-items-start gap-3">
      {prices.length > 0 ? (
        <PriceTable prices={prices} engines={engines} isAdmin={isAdmin} />
      ) : (
        <p className="text-quiet">
          No prices yet. Costs are then known only for engines that report them with each answer, such as Perplexity.
        </p>
      )}
      {isAdmin && engines.length > 0 && <PriceDialog engines={engines} />}
    </div>
  )
}

function PriceTable({ prices, engines, isAdmin }: Props) {
  const names = new Map<string, string>(engines.map(({ engine_id, name }) => [engine_id, name]))
  return (
    <Table label="Prices" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <Th>Engine</Th>
          <Th>From</Th>
          <Th className={numeric}>Per million tokens in</Th>
          <Th className={numeric}>Per million tokens out</Th>
          <Th className={numeric}>Per request</Th>
          <Th className={numeric}>Per web search</Th>
          {isAdmin && <Th className="text-right">Actions</Th>}
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <Tr key={`${price.engine_id} ${price.model} ${price.valid_from}`}>
            <Td className="wrap-anywhere">
              {names.get(price.engine_id) ?? price.engine_id}
              <span className="block text-quiet text-small">{price.model || "all models"}</span>
            </Td>
            <Td label="from" className={`whitespace-nowrap ${lineOfCard}`}>
              {price.valid_from}
            </Td>
            <Amount label="per million tokens in" usd={price.usd_per_million_in} />
            <Amount label="per million tokens out" usd={price.usd_per_million_out} />
            <Amount label="per request" usd={price.usd_per_request} />
            <Amount label="per web search" usd={price.usd_per_search} />
            {isAdmin && (
              <Td>
                <span className="flex max-md:-ml-2.5 md:-mr-2.5 md:justify-end">
                  <DeletePrice price={price} engineName={names.get(price.engine_id) ?? price.engine_id} />
                </span>
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const Amount = ({ label, usd }: { label: string; usd: number | null }) => (
  <Td label={label} className={`${numeric} ${lineOfCard}`}>
    {usd === null ? "not set" : formatPrice(usd)}
  </Td>
)

function DeletePrice({ price, engineName }: { price: EnginePrice; engineName: string }) {
  const api = useApi()
  const { engine_id, model, valid_from } = price
  const name = `${engineName}, ${model || "all models"}, from ${valid_from}`
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Delete the price of ${name}`}>
          Delete
        </Button>
      }
      title="Delete the price?"
      action="Delete price"
      mutation={api.aiVisibility.deleteEnginePrice.mutationOptions()}
      input={{ engine_id, model, valid_from }}
      done="Price deleted"
    >
      <p className="wrap-anywhere">{name}.</p>
      <p>
        Recorded costs do not change. Later requests use the price that applies without this one. If there is none,
        their cost is not known.
      </p>
    </ConfirmDialog>
  )
}

function PriceDialog({ engines }: { engines: Engine[] }) {
  return (
    <FormDialog
      trigger={<Button>Set price</Button>}
      title="Set a price"
      description="In US dollars, as in the engine's price list."
    >
      {(close) => <PriceForm engines={engines} onDone={close} />}
    </FormDialog>
  )
}

type EngineId = Inputs["aiVisibility"]["setEnginePrice"]["engine_id"]
const amounts = ["usd_per_million_in", "usd_per_million_out", "usd_per_request", "usd_per_search"]
const fields = ["engine_id", "model", "valid_from", ...amounts]

function PriceForm({ engines, onDone }: { engines: Engine[]; onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.aiVisibility.setEnginePrice.mutationOptions(), {
    done: "Price set",
    onDone,
  })
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        const values = formValues(event)
        const amount = (name: string) => Number(values[name] || 0)
        run({
          engine_id: values["engine_id"] as EngineId,
          model: values["model"] ?? "",
          valid_from: values["valid_from"] ?? "",
          usd_per_million_in: amount("usd_per_million_in"),
          usd_per_million_out: amount("usd_per_million_out"),
          usd_per_request: amount("usd_per_request"),
          usd_per_search: values["usd_per_search"] ? Number(values["usd_per_search"]) : null,
        })
      }}
    >
      <ProblemNote problem={problem} fields={fields} />
      <Field label="Engine" name="engine_id" problem={problem}>
        <Select>
          <Options names={engines.map(({ engine_id, name }) => [engine_id, name])} />
        </Select>
      </Field>
      <Field label="Model" name="model" hint="Leave it empty for all models of the engine." problem={problem}>
        <Input maxLength={120} spellCheck={false} />
      </Field>
      <Field
        label="Valid from"
        name="valid_from"
        hint="The price of earlier requests does not change."
        problem={problem}
      >
        <Input type="date" required defaultValue={todayInUtc()} />
      </Field>
      <Field label="Per million tokens in" name="usd_per_million_in" problem={problem}>
        <NumberInput min={0} step="any" required />
      </Field>
      <Field label="Per million tokens out" name="usd_per_million_out" problem={problem}>
        <NumberInput min={0} step="any" required />
      </Field>
      <Field label="Per request" name="usd_per_request" problem={problem}>
        <NumberInput min={0} step="any" />
      </Field>
      <Field
        label="Per web search"
        name="usd_per_search"
        hint="Enter 0 if searches cost nothing extra. If you leave it empty, the cost of answers with searches is not known."
        problem={problem}
      >
        <NumberInput min={0} step="any" />
      </Field>
      <DialogFormActions isBusy={isBusy}>Set price</DialogFormActions>
    </form>
  )
}
