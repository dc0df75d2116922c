/** `fetch` to an address that a team chose: it may lead to the public internet only, as a webhook's may. */
import { Agent, fetch as undiciFetch } from "undici"
import { connect, noProgress } from "@/domain/deliveries/connect"
import { deadlines } from "@/domain/deliveries/deadlines"
import { resolve } from "@/domain/deliveries/resolve"

const agent = new Agent({
  connect: ({ protocol, host }, answer) => {
    connect(new URL(`${protocol}//${host}`), noProgress(), { resolve, deadlines }).then(
      (socket) => answer(null, socket),
      (error) => answer(error, null),
    )
  },
})

export const guardedFetch = ((input: string | URL, init?: object) =>
  undiciFetch(input, { ...init, dispatcher: agent, redirect: "error" })) as unknown as typeof fetch
