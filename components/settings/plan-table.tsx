/** Comparison of the plans. The owner can change the plan if the installation allows it. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Plan } from "@/components/api/types"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Button } from "@/components/ui/button"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { amountText, excessNotes, isExceeded, type Limit, limits, type PlanUse } from "./plan-limits"

type Props = { plans: Plan[]; use: PlanUse; canChange: boolean }

export function PlanTable(props: Props) {
  return (
    <>
      <div className="hidden sm:block">
        <PlanColumns {...props} />
      </div>
      <ul className="grid gap-3 sm:hidden">
        {props.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} {...props} />
        ))}
      </ul>
      <p className="mt-3 text-quiet text-table">Every plan includes clients, reports and the results of past scans.</p>
    </>
  )
}

const columnClass = ({ is_current }: Plan) => (is_current ? "bg-accent-wash" : "")

function PlanColumns({ plans, ...props }: Props) {
  const current = plans.find(({ is_current }) => is_current)
  return (
    <Table label="Plans" className="table-fixed">
      <thead>
        <tr>
          <Th className="w-1/3">
            <span className="sr-only">Limit</span>
          </Th>
          {plans.map((plan) => (
            <Th key={plan.id} className={`h-auto py-2.5 text-right align-top text-body text-text ${columnClass(plan)}`}>
              <span className="block">{plan.label}</span>
              <Difference plan={plan} current={current} use={props.use} />
              <div className="mt-1.5">
                <ChangeToPlan plan={plan} current={current} {...props} />
              </div>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {limits.map((limit) => (
          <Tr key={limit.name}>
            <Td className="text-quiet">{limit.name}</Td>
            {plans.map((plan) => (
              <Td key={plan.id} className={`${numeric} ${columnClass(plan)}`}>
                <Amount limit={limit} plan={plan} current={current} use={props.use} />
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The limits of a plan with API, webhooks and MCP. */
const amounts = limits.filter(({ isYesOrNo }) => !isYesOrNo)

/** One plan on a narrow screen, where the plans are stacked. */
function PlanCard({ plan, plans, ...props }: { plan: Plan } & Props) {
  const current = plans.find(({ is_current }) => is_current)
  return (
    <li
      className={`rounded-box border px-4 py-3 ${plan.is_current ? "border-accent bg-accent-wash" : "border-line bg-surface"}`}
    >
      <div className="flex min-h-8 items-center justify-between gap-4">
        <div>
          <h3>{plan.label}</h3>
          <Difference plan={plan} current={current} use={props.use} />
        </div>
        <ChangeToPlan plan={plan} current={current} {...props} />
      </div>
      {plan.has_developer_access ? (
        <dl className="mt-2 text-table">
          {amounts.map((limit) => (
            <div key={limit.name} className="flex justify-between gap-4 py-1">
              <dt className="text-quiet">{limit.name}</dt>
              <dd className={numeric}>
                <Amount limit={limit} plan={plan} current={current} use={props.use} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        plan.is_current && <p className="mt-1 text-quiet text-table">No API keys, webhooks, MCP apps or AI answers.</p>
      )}
    </li>
  )
}

type Compared = { plan: Plan; current: Plan | undefined; use: PlanUse }

/** What a change to the plan means, before any click. */
function Difference({ plan, current, use }: Compared) {
  if (!current) return null
  if (plan.is_current) return <span className="block font-normal text-quiet text-small">current plan</span>
  if (current.has_developer_access && !plan.has_developer_access)
    return <span className="block font-normal text-danger-text text-small">no API, no new scans</span>
  if (excessNotes(plan, use).length > 0)
    return <span className="block font-normal text-small text-danger-text">less than you use</span>
  const isLess = limits.some(({ amount }) => amount(plan) < amount(current))
  return <span className="block font-normal text-quiet text-small">{isLess ? "lower limits" : "higher limits"}</span>
}

/** A limit of a plan, grey if it equals the limit of the current plan. Below it, what the team uses if that is more. */
function Amount({ limit, plan, current, use }: Compared & { limit: Limit }) {
  const value = limit.amount(plan)
  const isSame = current !== undefined && value === limit.amount(current) && !plan.is_current
  return (
    <>
      <span className={isSame ? "text-quiet" : ""}>{amountText(value, limit)}</span>
      {limit.used && isExceeded(limit, plan, use) && (
        <span className="block text-small text-danger-text">you use {count(limit.used(use))}</span>
      )}
    </>
  )
}

/** The button that changes to a plan, if the user may do this. */
const ChangeToPlan = ({ canChange, ...compared }: Compared & { canChange: boolean }) =>
  canChange && !compared.plan.is_current && <ChangeButton {...compared} />

function ChangeButton({ plan, current, use }: Compared) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button size="small">Change to {plan.label}</Button>}
      title={`Change to ${plan.label}?`}
      action={`Change to ${plan.label}`}
      isHarmless={plan.has_developer_access}
      mutation={api.teams.changePlan.mutationOptions()}
      input={{ plan: plan.id }}
      done={`Plan changed to ${plan.label}`}
    >
      {plan.has_developer_access ? (
        <>
          <p>The change takes effect within two seconds and costs nothing.</p>
          {current && <ChangedLimits plan={plan} current={current} />}
          {excessNotes(plan, use).map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      ) : (
        <>
          <p>This takes effect within two seconds:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>
              API keys stop working. Requests return 403 <code>plan_required</code>.
            </li>
            <li>The share links of reports stop working.</li>
            <li>Events for webhooks are held.</li>
            <li>MCP apps are disconnected.</li>
            <li>Scans no longer start. Stored answers stay.</li>
          </ul>
          <p className="text-quiet">
            When you change back, keys and share links work again. Then resume the webhooks and connect the apps again.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** For each limit that differs: its value in the new plan and in the current one. */
function ChangedLimits({ plan, current }: { plan: Plan; current: Plan }) {
  const changed = limits.filter(({ amount }) => amount(plan) !== amount(current))
  return (
    <ul className="list-disc space-y-1 pl-5">
      {changed.map((limit) => (
        <li key={limit.name}>
          {limit.name}: {amountText(limit.amount(plan), limit)} instead of {amountText(limit.amount(current), limit)}
        </li>
      ))}
    </ul>
  )
}
