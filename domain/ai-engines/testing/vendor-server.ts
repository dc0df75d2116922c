/** Test server on loopback that answers in the format of each vendor and fails on request. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { EngineKind } from "../kinds"

/**
 * Failure to produce instead of an answer. "hang" sends no response, "cut" sends half of the JSON, and "drop" closes
 * the connection.
 */
export type VendorFailure = { status: number; retryAfter?: string; errorCode?: string } | "hang" | "cut" | "drop"

export type AskedOfVendor = { path: string; headers: IncomingMessage["headers"]; body: Record<string, unknown> }

export type VendorServer = {
  url: string
  asked: AskedOfVendor[]
  /** Each entry applies to one request. */
  failures: VendorFailure[]
  /** Answers for the next requests, in place of the default. */
  answers: unknown[]
  /** Additional response headers. */
  headers?: Record<string, string>
  /** Delay before each answer. */
  delayMs?: number
  /** Delays every answer until it resolves. */
  held?: Promise<void>
  /** Chooses an answer or a failure by request. Undefined falls back to the default. */
  respond?: ((asked: AskedOfVendor) => { answer: unknown } | { failure: VendorFailure } | undefined) | undefined
  close(): Promise<void>
}

type Plan = Omit<VendorServer, "url" | "close">

/** Starts the server and returns `vendor` itself. Changes to it take effect immediately. */
export async function startVendorServer(
  vendor: Plan = { asked: [], failures: [], answers: [] },
): Promise<VendorServer> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? ""
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = { path, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString() || "{}") }
    vendor.asked.push(asked)
    const own = vendor.respond?.(asked)
    const failure = own ? "failure" in own && own.failure : vendor.failures.shift()
    const text = JSON.stringify(
      own ? "answer" in own && own.answer : (vendor.answers.shift() ?? usualAnswers[vendorAt(path)]),
    )
    if (vendor.delayMs) await sleep(vendor.delayMs)
    await vendor.held
    if (failure === "hang") return
    if (failure === "drop") return void request.socket.destroy()
    if (failure === "cut") return answer(response, 200, text.slice(0, text.length / 2))
    if (failure) return answer(response, failure.status, errorOf(request, failure.errorCode), failure.retryAfter)
    for (const [name, value] of Object.entries(vendor.headers ?? {})) response.setHeader(name, value)
    answer(response, 200, text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return Object.assign(vendor, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

function answer(response: ServerResponse, status: number, text: string, retryAfter?: string) {
  const headers = { "content-type": "application/json", ...(retryAfter !== undefined && { "retry-after": retryAfter }) }
  response.writeHead(status, headers).end(text)
}

/** Repeats the refused key in the error, as some vendors do. */
function errorOf({ headers }: IncomingMessage, code = "error") {
  const message = `refused: ${headers.authorization ?? headers["x-api-key"]}`
  return JSON.stringify({ error: { type: code, code, message } })
}

type Vendor = Exclude<EngineKind, "sample">

/** Returns the vendor with an API at this path. The base URLs of OpenAI and compatible servers end in `/v1`. */
function vendorAt(path: string): Vendor {
  if (path.endsWith("/responses")) return "openai"
  if (path === "/v1/messages") return "anthropic"
  if (path.endsWith(":generateContent")) return "gemini"
  if (path === "/chat/completions") return "perplexity"
  if (path === "/v1/chat/completions") return "compatible"
  throw new Error(`The vendor server has no answer for ${path}. Add the path and the format of its vendor.`)
}

/** Returns an answer with this text and no sources, in the format of the path's vendor. */
export function saying(path: string, text: string): unknown {
  const usage = { input_tokens: 12, output_tokens: 34, total_tokens: 46 }
  const content = [{ type: "output_text", text, annotations: [] }]
  const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content }]
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }]
  const answers: Record<Vendor, unknown> = {
    openai: { ...responses, usage, output },
    anthropic: { ...messages, content: [{ type: "text", text, citations: null }] },
    gemini: {
      ...generateContent,
      candidates: [{ finishReason: "STOP", content: { role: "model", parts: [{ text }] } }],
    },
    perplexity: { ...sonar, citations: [], search_results: [], choices },
    compatible: { ...completion, choices },
  }
  return answers[vendorAt(path)]
}

const responses = {
  id: "resp_1",
  object: "response",
  model: "gpt-5.5-2026-04-23",
  status: "completed",
  error: null,
  incomplete_details: null,
  usage: { input_tokens: 12, output_tokens: 34, total_tokens: 46 },
  output: [
    {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: {
        type: "search",
        queries: ["best earbuds 2026"],
        sources: [
          { type: "url", url: "https://www.soundguys.com/best-earbuds/" },
          { type: "url", url: "https://www.rtings.com/headphones" },
        ],
      },
    },
    {
      type: "web_search_call",
      id: "ws_2",
      status: "completed",
      action: { type: "open_page", url: "https://jabra.com/" },
    },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: "Sony and Anker (soundguys.com).",
          annotations: [
            {
              type: "url_citation",
              url: "https://www.soundguys.com/best-earbuds/?utm_source=openai",
              title: "Best earbuds",
              start_index: 16,
              end_index: 29,
            },
          ],
        },
      ],
    },
  ],
}

const sonar = {
  id: "1",
  object: "chat.completion",
  model: "sonar",
  created: 1,
  usage: {
    prompt_tokens: 12,
    completion_tokens: 34,
    total_tokens: 46,
    cost: { input_tokens_cost: 0.00001, output_tokens_cost: 0.00003, request_cost: 0.005, total_cost: 0.00504 },
  },
  citations: ["https://www.soundguys.com/best-earbuds/", "https://www.rtings.com/headphones"],
  search_results: [
    { title: "Best earbuds", url: "https://www.soundguys.com/best-earbuds/", date: "2026-01-02" },
    { title: "Headphones", url: "https://www.rtings.com/headphones" },
    { title: "Not numbered", url: "https://jabra.com/" },
  ],
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Sony and Anker [1]." } }],
}

const generateContent = {
  modelVersion: "gemini-3.8-flash",
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 34, totalTokenCount: 46 },
  candidates: [
    {
      finishReason: "STOP",
      content: {
        role: "model",
        parts: [{ text: "thinking", thought: true }, { text: "Sony " }, { text: "and Anker." }],
      },
      groundingMetadata: {
        webSearchQueries: ["best earbuds 2026"],
        groundingChunks: [
          {
            web: { uri: "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AAA", title: "soundguys.com" },
          },
          { web: { uri: "https://vertexaisearch.cloud.google.com/grounding-api-redirect/BBB", title: "rtings.com" } },
        ],
        groundingSupports: [{ segment: { startIndex: 0, endIndex: 4, text: "Sony" }, groundingChunkIndices: [0] }],
      },
    },
  ],
}

export const searchResult = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [
    {
      type: "web_search_result",
      url: "https://www.soundguys.com/best-earbuds/",
      title: "Best earbuds",
      page_age: null,
      encrypted_content: "x",
    },
    {
      type: "web_search_result",
      url: "https://www.rtings.com/headphones",
      title: "Headphones",
      page_age: null,
      encrypted_content: "x",
    },
  ],
}

export const messages = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-5-5",
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 34 },
  content: [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "best earbuds 2026" } },
    searchResult,
    { type: "text", text: "Sony ", citations: null },
    {
      type: "text",
      text: "and Anker.",
      citations: [
        {
          type: "web_search_result_location",
          url: "https://www.soundguys.com/best-earbuds/",
          title: "Best earbuds",
          cited_text: "Sony",
          encrypted_index: "x",
        },
      ],
    },
  ],
}

const completion = {
  id: "1",
  object: "chat.completion",
  created: 1,
  model: "llama-local",
  usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 },
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Sony and Anker." } }],
}

const usualAnswers: Record<Vendor, unknown> = {
  openai: responses,
  anthropic: messages,
  gemini: generateContent,
  perplexity: sonar,
  compatible: completion,
}
