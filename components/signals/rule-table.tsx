/** Table of signal rules, with buttons to edit, mute, test and delete each. */
"use client"

import { useApi } from "@/components/api/provider"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { useExpectedValues } from "@/components/lists/use-expected-values"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { Lamp } from "@/components/ui/lamp"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { isMuted, MuteRule } from "./mute-rule"
import { RuleDialog } from "./rule-dialog"
import {
  describeSettings,
  paramsShown,
  type Rule,
  type RuleChoices,
  scopeName,
  sensitivityChoice,
  usesMetrics,
} from "./rule-labels"
import { typeNames } from "./signal-labels"

type Props = {
  rules: Rule[]
  /** The ids of the rules whose settings do not fit their type. Such rules are not applied. */
  broken: string[]
  choices: RuleChoices
  /** The names of the clients and projects of the rules, by id. */
  scopeNames: ReadonlyMap<string, string>
  path: string
  canChange: boolean
  sorting: Sorting
}

export function RuleTable({ rules, broken, choices, scopeNames, path, canChange, sorting }: Props) {
  const { shownOf, expect, forget } = useExpectedValues<Rule["muted_until"]>(rules)
  const shown = (rule: Rule): Rule => ({ ...rule, muted_until: shownOf(rule.id, rule.muted_until) })
  return (
    <Table optionsName="signal-rules" label="Signal rules" isCards className="md:min-w-[760px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Rule
          </SortTh>
          <Th>Applies to</Th>
          <Th>State</Th>
          <SortTh column="updated_at" sorting={sorting} directions={descendingFirst}>
            Changed
          </SortTh>
          {canChange && <Th className="text-right">Actions</Th>}
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <Tr key={rule.id}>
            <Td className="min-w-56">
              <span className="font-strong">{rule.name}</span>
              <span className="block text-quiet text-small">
                {[typeNames[rule.type], describeSettings(rule, choices)].filter(Boolean).join(" · ")}
              </span>
            </Td>
            <Td>
              <bdi>{scopeName(rule, scopeNames)}</bdi>
            </Td>
            <Td>{broken.includes(rule.id) ? <Broken canChange={canChange} /> : <RuleState rule={shown(rule)} />}</Td>
            <Td label="changed" className="text-quiet">
              <Time at={rule.updated_at} />
            </Td>
            {canChange && (
              <Td>
                <span className="flex gap-1 max-md:-ml-2.5 md:-mr-2.5 md:justify-end">
                  <RuleDialog rule={rule} choices={choices} />
                  <MuteRule
                    rule={rule}
                    isShownMuted={isMuted(shown(rule))}
                    onStart={(until) => expect([rule.id], until)}
                    onFail={() => forget([rule.id])}
                  />
                  {(usesMetrics(rule.type) || rule.type === "metric_threshold") && (
                    <Button asChild size="small" kind="quiet">
                      <Link href={urlWithQuery(`${path}/test`, testQuery(rule))} aria-label={`Test ${rule.name}`}>
                        Test
                      </Link>
                    </Button>
                  )}
                  <DeleteRule rule={rule} />
                </span>
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const Broken = ({ canChange }: { canChange: boolean }) => (
  <span className="grid justify-items-start gap-1">
    <Badge state="danger">not applied</Badge>
    <span className="text-quiet text-small">
      Its settings are not valid. {canChange ? "Edit and save it, or delete it." : "A member of the team can edit it."}
    </span>
  </span>
)

function RuleState({ rule }: { rule: Rule }) {
  const isOn = rule.is_enabled && !isMuted(rule)
  return (
    <span className="inline-flex items-baseline gap-2">
      <Lamp state={isOn ? "clear" : "idle"} />
      {isOn && "on"}
      {!rule.is_enabled && "off"}
      {rule.is_enabled && !isOn && (
        <span>
          muted, ends <Time at={rule.muted_until as string} />
        </span>
      )}
    </span>
  )
}

/** The parameters of the back-test page. */
const testQuery = (rule: Rule) => ({
  type: rule.type,
  client: rule.client_id ?? undefined,
  sensitivity: sensitivityChoice(rule),
  ...paramsShown(rule),
})

function DeleteRule({ rule }: { rule: Rule }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={
        <Button size="small" kind="quiet" aria-label={`Delete ${rule.name}`}>
          Delete
        </Button>
      }
      title={`Delete the rule ${rule.name}?`}
      action="Delete rule"
      mutation={api.signalRules.delete.mutationOptions()}
      input={{ rule_id: rule.id }}
      done={`${rule.name} deleted`}
    >
      <p>
        {rule.type === "metric_threshold"
          ? "Its limit is no longer checked."
          : `${typeNames[rule.type]} is then detected with the settings of a broader rule, or with the defaults.`}{" "}
        Existing signals stay.
      </p>
    </ConfirmDialog>
  )
}
