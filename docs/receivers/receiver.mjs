// Receives Signalbox's webhooks in Node: npm install standardwebhooks; SIGNALBOX_WEBHOOK_SECRET=whsec_... node receiver.mjs
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.SIGNALBOX_WEBHOOK_SECRET)
const inbox = "inbox"
mkdirSync(inbox, { recursive: true })

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString() // exactly what was signed: parsing and writing it again would change it
  try {
    webhook.verify(body, request.headers)
  } catch {
    return response.writeHead(401).end()
  }
  try {
    keepOnce(request.headers["webhook-id"], body)
  } catch {
    return response.writeHead(500).end() // not kept: let it come again
  }
  response.writeHead(204).end() // kept: whatever takes long happens afterwards, from the inbox
}).listen(process.env.PORT ?? 4000)

/** The same event may come more than once, and always with the same webhook-id. The link appears whole or not at all. */
function keepOnce(id, body) {
  const [file, unfinished] = [`${inbox}/${id}.json`, `${inbox}/${id}.${process.pid}.new`]
  writeFileSync(unfinished, body)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}
