/** `fetch` to an address that a team chose: it may lead to the public internet only, as a webhook's may. */
import { Agent, fetch as undiciFetch } from "undici"
import { connect, noProgress } from "@/domain/deliveries/connect"
import { deadlines } from "@/domain/deliveries/deadlines"
import { resolve } from "@/domain/deliveries/resolve"

/** Bytes; an answer with all its sources has a hundredth of it. */
const longestAnswer = 4 * 1024 * 1024

const agent = new Agent({
  maxResponseSize: longestAnswer,
  connect: ({ protocol, host }, answer) => {
    connect(new URL(`${protocol}//${host}`), noProgress(), { resolve, deadlines }).then(
      (socket) => answer(null, socket),
      (error) => answer(error, null),
    )
  },
})

/** Nothing packed is unpacked: it may be a thousand times as long. */
export const guardedFetch = (async (input: string | URL, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  headers.set("accept-encoding", "identity")
  const request = { ...init, headers: [...headers], dispatcher: agent, redirect: "error" }
  const response = await undiciFetch(input, request as object)
  if ((response.headers.get("content-encoding") ?? "identity") === "identity") return response
  await response.body?.cancel()
  throw new Error("the answer is packed")
}) as unknown as typeof fetch
