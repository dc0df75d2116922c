/** Provides the operations to client components: `useApi().keys.create`, in the team of the page. */
"use client"

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCClient } from "@trpc/client"
import { createTRPCContext } from "@trpc/tanstack-react-query"
import { type ReactNode, useState } from "react"
import { showToast } from "@/components/ui/toaster"
import type { Router } from "@/server/trpc/router"
import { idempotentLinks } from "./idempotent-links"
import type { ApiError } from "./problem"

const { TRPCProvider, useTRPC } = createTRPCContext<Router>()

export const useApi = useTRPC

/** `team` is the slug in the URL. Pages outside a team omit it. */
export function ApiProvider({ team, children }: { team?: string; children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: offerSignIn }),
        mutationCache: new MutationCache({ onError: offerSignIn }),
      }),
  )
  const [client] = useState(() =>
    createTRPCClient<Router>({
      links: idempotentLinks({ url: "/api/trpc", headers: team ? { "x-team": team } : {} }),
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}

/** After a call without a session, offers to sign in and come back. The page stays, so that its inputs can be copied. */
function offerSignIn(error: Error) {
  if ((error as unknown as ApiError).data?.problem?.code !== "session_missing") return
  const { pathname, search } = window.location
  const signIn = `/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`
  showToast("Your session has ended", {
    description: "Nothing was saved. Sign in to continue on this page.",
    action: { label: "Sign in", onClick: () => window.location.assign(signIn) },
    durationMs: 60_000,
  })
}
