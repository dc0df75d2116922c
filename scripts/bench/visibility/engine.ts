/**
 * Starts a fake engine in a separate process. It answers each question after `delayMs`, in the format of OpenAI's
 * Responses API.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { generateAnswers } from "./generated-answers"

const program = `
  process.once("message", ({ bodies, delayMs }) => {
    let questions = 0
    const server = require("node:http").createServer((request, response) => {
      request.resume().on("end", () => setTimeout(() => {
        response.writeHead(200, { "content-type": "application/json" }).end(bodies[questions++ % bodies.length])
      }, delayMs))
    })
    server.keepAliveTimeout = 60_000
    server.listen(0, "127.0.0.1", () => process.send(server.address().port))
    process.on("message", () => process.send(questions))
  })
  process.on("disconnect", () => process.exit())`

export async function startEngine(delayMs: number) {
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  child.send({ bodies: generateAnswers().map(formatBody), delayMs })
  const [port] = await once(child, "message")
  /** Returns the number of questions so far. */
  const countQuestions = async (): Promise<number> => {
    child.send("count")
    const [count] = await once(child, "message")
    return count
  }
  return { url: `http://127.0.0.1:${port}/v1`, countQuestions, stop: () => void child.kill("SIGKILL") }
}

function formatBody({ response, sources }: ReturnType<typeof generateAnswers>[number]) {
  const annotations = sources.map(({ url, title }) => ({
    type: "url_citation",
    url,
    title,
    start_index: 0,
    end_index: 1,
  }))
  const search = { type: "search", queries: ["best of all"], sources: sources.map(({ url }) => ({ type: "url", url })) }
  return JSON.stringify({
    id: "resp_1",
    object: "response",
    model: "gpt-5.5-2026-04-23",
    status: "completed",
    error: null,
    incomplete_details: null,
    usage: { input_tokens: 12, output_tokens: 900, total_tokens: 912 },
    output: [
      { type: "web_search_call", id: "ws_1", status: "completed", action: search },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: response, annotations }],
      },
    ],
  })
}
