import { renderToString } from "react-dom/server"
import { expect, it, vi } from "vitest"
import { Dialog } from "@/components/ui/dialog"
import { GraceForm } from "./rotate-key"

vi.mock("@/components/api/provider", () => ({ useApi: () => ({ keys: { rotate: { mutationOptions: vi.fn() } } }) }))
vi.mock("@/components/api/use-action", () => ({ useAction: () => ({ isBusy: false, problem: null }) }))

it("lists the default grace period first, and no grace period last", () => {
  const html = renderToString(
    <Dialog>
      <GraceForm apiKey={{ id: "key_1", hint: "sb_1…" }} onCreated={() => {}} />
    </Dialog>,
  )
  expect([...html.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual(["24h", "1h", "7d", "0"])
})
