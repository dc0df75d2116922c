/** Provides the operations to client components: `useApi().keys.create`, in the team of the page. */
"use client"

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCClient } from "@trpc/client"
import { createTRPCContext } from "@trpc/tanstack-react-query"
import { type ReactNode, useState } from "react"
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

/** Few pages ever need the offer to sign in, so it loads when it is needed. */
function offerSignIn(error: Error) {
  if ((error as unknown as ApiError).data?.problem?.code === "session_missing")
    void import("./offer-sign-in").then(({ offerSignIn }) => offerSignIn())
}
