/** Shows whether Google and GitHub are connected to the account, with buttons to connect and disconnect them. */
"use client"

import { signIn } from "next-auth/react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Button } from "@/components/ui/button"

const names = { google: "Google", github: "GitHub" }
type Provider = keyof typeof names

type Props = { connected: string[]; offered: Record<Provider, boolean> }

export function ConnectedAccounts({ connected, offered }: Props) {
  const api = useApi()
  const { run, isBusy } = useAction(api.people.disconnectAccount.mutationOptions(), {
    done: "Account disconnected",
    isFormless: true,
  })
  return (
    <ul className="grid gap-2">
      {(Object.keys(names) as Provider[]).map((provider) => {
        const isConnected = connected.includes(provider)
        if (!isConnected && !offered[provider]) return null
        return (
          <li key={provider} className="flex items-center gap-3">
            <span className="w-20">{names[provider]}</span>
            {isConnected ? (
              <Button
                size="small"
                aria-label={`Disconnect ${names[provider]}`}
                disabled={isBusy}
                onClick={() => run({ provider })}
              >
                Disconnect
              </Button>
            ) : (
              <Button
                size="small"
                aria-label={`Connect ${names[provider]}`}
                onClick={() => signIn(provider, { callbackUrl: "/account" })}
              >
                Connect
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
