/** Code snippets of a minimal receiver. They verify signatures with the official Standard Webhooks libraries. */
"use client"

import { CodeTabs } from "@/components/ui/code-tabs"

type Snippet = (secret: string, url: string) => string

const snippets: Record<string, Snippet> = {
  Test: (secret, url) => `# Paste the secret into your running receiver, or start one with it:
npm run receive -- --port ${URL.parse(url)?.port || 4000} \\\n  --secret ${secret}`,
  Node: () => `// npm install standardwebhooks
// Set SIGNALBOX_WEBHOOK_SECRET to the signing secret.
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.SIGNALBOX_WEBHOOK_SECRET)
createServer(async (request, response) => {
  request.setEncoding("utf8")
  let body = ""
  for await (const chunk of request) body += chunk
  try {
    const event = webhook.verify(body, request.headers)
    response.writeHead(204).end()
    console.log(event.type, event.id)
  } catch {
    response.writeHead(401).end()
  }
}).listen(4000)`,
  Python: () => `# pip install standardwebhooks flask
# Set SIGNALBOX_WEBHOOK_SECRET to the signing secret.
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook

app = Flask(__name__)
webhook = Webhook(os.environ["SIGNALBOX_WEBHOOK_SECRET"])

@app.post("/")
def receive():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except Exception:  # the library raises other errors for malformed signatures
        return "", 401
    print(event["type"], event["id"])
    return "", 204`,
}

export function ReceiverSnippets({ secret, url }: { secret: string; url: string }) {
  const names = isLocal(url) ? Object.keys(snippets) : Object.keys(snippets).filter((name) => name !== "Test")
  const code = names.map((name) => [name, snippets[name]?.(secret, url) ?? ""])
  return <CodeTabs label="Receiver" code={Object.fromEntries(code)} />
}

/** True for a receiver on the user's own machine. Only its URL may use plain http. */
const isLocal = (url: string) => url.startsWith("http:")
