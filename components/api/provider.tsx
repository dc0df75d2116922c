/** Provides the operations to client components: `useApi().keys.create`, in the team of the page. */
"use client"

import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCClient } from "@trpc/client"
import { createTRPCContext } from "@trpc/tanstack-react-query"
import { type ReactNode, useState } from "react"
import type { Router } from "@/server/trpc/router"
import { idempotentLinks } from "./idempotent-links"

const { TRPCProvider, useTRPC } = createTRPCContext<Router>()

export const useApi = useTRPC

/** `team` is the slug in the URL. Pages outside a team omit it. */
export function ApiProvider({ team, children }: { team?: string; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient())
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
