/** Comparison of the plans. The owner can change the plan if the installation allows it. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Plan } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"

const count = (n: number) => (n === 0 ? "none" : n.toLocaleString("en"))

const lines: [name: string, value: (plan: Plan) => string][] = [
  ["Clients, reports and AI visibility in the app", () => "yes"],
  ["API", (plan) => (plan.has_developer_access ? "yes" : "no")],
  ["API keys", (plan) => count(plan.keys)],
  ["Requests per minute per key", (plan) => count(plan.key_requests_per_minute)],
  ["Requests per minute per team", (plan) => count(plan.team_requests_per_minute)],
  ["AI answers per month", (plan) => count(plan.ai_answers_per_month)],
]

type Props = { plans: Plan[]; mayChange: boolean }

export function PlanTable(props: Props) {
  return (
    <>
      <div className="hidden sm:block">
        <SideBySide {...props} />
      </div>
      <ul className="grid gap-3 sm:hidden">
        {props.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} {...props} />
        ))}
      </ul>
    </>
  )
}

const columnClass = ({ is_current }: Plan) => (is_current ? "bg-accent-wash" : "")

function SideBySide({ plans, ...props }: Props) {
  return (
    <Table label="Plans" className="table-fixed">
      <thead>
        <tr>
          <Th className="w-1/3">
            <span className="sr-only">Limit</span>
          </Th>
          {plans.map((plan) => (
            <Th key={plan.id} className={`h-auto py-2.5 text-right align-top text-body text-text ${columnClass(plan)}`}>
              <span className="mb-1.5 block">{plan.label}</span>
              <CurrentOrChange plan={plan} {...props} />
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, value]) => (
          <Tr key={name}>
            <Td className="text-quiet">{name}</Td>
            {plans.map((plan) => (
              <Td key={plan.id} className={`${numeric} ${columnClass(plan)}`}>
                {value(plan)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** One plan on a narrow screen, where the plans are stacked. */
function PlanCard({ plan, ...props }: { plan: Plan } & Omit<Props, "plans">) {
  return (
    <li className="rounded-box border border-line bg-surface px-4 py-3">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 className="font-strong">{plan.label}</h2>
        <CurrentOrChange plan={plan} {...props} />
      </div>
      <dl className="mt-2 text-table">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-1">
            <dt className="text-quiet">{name}</dt>
            <dd className={numeric}>{value(plan)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function CurrentOrChange({ plan, mayChange }: { plan: Plan } & Omit<Props, "plans">) {
  if (plan.is_current) return <Badge state="clear">current</Badge>
  return mayChange && <ChangeButton plan={plan} />
}

function ChangeButton({ plan }: { plan: Plan }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.teams.changePlan.mutationOptions(), {
    done: `Plan changed to ${plan.label}`,
  })
  return (
    <ConfirmDialog
      trigger={<Button size="small">Change to {plan.label}</Button>}
      title={`Change to ${plan.label}?`}
      action={`Change to ${plan.label}`}
      isHarmless={plan.has_developer_access}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => run({ plan: plan.id })}
    >
      {plan.has_developer_access ? (
        <p>The change takes effect immediately and costs nothing.</p>
      ) : (
        <>
          <p>
            API keys and share links stop working immediately, events for webhooks are held, and MCP apps are
            disconnected. API requests return 403 plan_required.
          </p>
          <p>
            When you change back, keys and share links work again. Then resume the webhooks and connect the apps again.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
