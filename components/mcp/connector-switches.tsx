/** The two switches of the connector: whether apps may connect, and whether they may make changes. */
"use client"

import { type ReactNode, useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Badge } from "@/components/ui/badge"
import { Switch } from "@/components/ui/switch"
import { showToast } from "@/components/ui/toaster"

type Props = {
  settings: Data<"connections", "getSettings">
  isAdmin: boolean
  /** The titles of the tools that change data on the team's plan. */
  writeTools: string[]
}

export function ConnectorSwitches({ settings, isAdmin, writeTools }: Props) {
  return (
    <>
      <div className="divide-y divide-line rounded-box border border-line bg-surface">
        <SettingSwitch name="MCP connector" field="mcp_enabled" isOn={settings.mcp_enabled} isAdmin={isAdmin}>
          <p>
            {settings.mcp_enabled
              ? "When this is off, no app can connect or read. Connected apps work again when you switch it on."
              : "No app can connect or read. Connected apps work again when you switch it on."}
          </p>
        </SettingSwitch>
        <SettingSwitch
          name="Write actions"
          field="mcp_writes_enabled"
          isOn={settings.mcp_writes_enabled}
          isAdmin={isAdmin}
        >
          <p>
            {settings.mcp_writes_enabled
              ? "Everyone except viewers can allow changes when they connect an app. The app can then use these tools:"
              : "Apps can only read. When this is on, everyone except viewers can allow an app to use these tools:"}
          </p>
          <ul className="my-2 grid list-disc gap-x-6 pl-5 text-text sm:grid-cols-2 lg:grid-cols-3">
            {writeTools.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
          <p>
            Tools cannot delete data or change members, keys, webhooks or sharing. A scan that an app starts uses
            answers from your plan's monthly limit.
          </p>
        </SettingSwitch>
      </div>
      {!isAdmin && <p className="mt-3 text-quiet">Owners and admins can change these settings.</p>}
    </>
  )
}

type SettingSwitchProps = {
  name: string
  field: "mcp_enabled" | "mcp_writes_enabled"
  isOn: boolean
  isAdmin: boolean
  children: ReactNode
}

function SettingSwitch({ name, field, isOn: isSaved, isAdmin, children }: SettingSwitchProps) {
  const api = useApi()
  /**
   * The saved value when the user clicked. While it is still the saved value, the switch shows the new one. Undefined
   * before a click, and after the server rejected the change.
   */
  const [valueAtClick, setValueAtClick] = useState<boolean>()
  const isOn = valueAtClick === isSaved ? !isSaved : isSaved
  const { run, isBusy } = useAction(api.connections.updateSettings.mutationOptions(), {
    onDone: ({ data }) => showToast(`${name}: ${data[field] ? "on" : "off"}`),
    isFormless: true,
  })
  const change = () => {
    setValueAtClick(isSaved)
    run({ [field]: !isSaved }, { onError: () => setValueAtClick(undefined) })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-1 p-4">
      <h3 className="flex items-center gap-2 font-strong">
        {name} <Badge state={isOn ? "clear" : "idle"}>{isOn ? "on" : "off"}</Badge>
      </h3>
      {isAdmin && (
        <div className="md:row-span-2">
          <Switch label={name} isOn={isOn} disabled={isBusy} onClick={change} />
        </div>
      )}
      <div className="col-start-1 max-w-[90ch] text-quiet max-md:col-end-3">{children}</div>
    </div>
  )
}
