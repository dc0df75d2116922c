/** Shows whether Google and GitHub are connected to the account, with buttons to connect and disconnect them. */
"use client"

import { signIn } from "next-auth/react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

const names = { google: "Google", github: "GitHub" }
type Provider = keyof typeof names

type Props = {
  connected: string[]
  offered: Record<Provider, boolean>
  /** The page to sign in again. Null if the user has just signed in, and so can connect an account. */
  signInAgainPath: string | null
  freshMinutes: number
}

export function ConnectedAccounts({ connected, offered, signInAgainPath, freshMinutes }: Props) {
  const api = useApi()
  const { run, isBusy } = useAction(api.people.disconnectAccount.mutationOptions(), {
    done: "Account disconnected",
    isFormless: true,
  })
  const canConnectMore = (Object.keys(names) as Provider[]).some(
    (provider) => offered[provider] && !connected.includes(provider),
  )
  return (
    <div className="grid gap-4">
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
                  isBusy={isBusy}
                  onClick={() => run({ provider })}
                >
                  Disconnect
                </Button>
              ) : (
                <Button
                  size="small"
                  disabled={signInAgainPath !== null}
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
      {signInAgainPath && canConnectMore && (
        <p className="max-w-[68ch]">
          You can connect an account only within {freshMinutes} minutes after you signed in.{" "}
          <Link href={signInAgainPath} className="text-accent underline underline-offset-2">
            Sign in again
          </Link>{" "}
          first. This protects your account if someone else uses your browser.
        </p>
      )}
    </div>
  )
}
