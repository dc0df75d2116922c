/** A first API request with a key, in three languages. */

export const firstRequests = {
  curl: (secret: string, url: string) => `curl "${url}" \\
  -H "Authorization: Bearer ${secret}"`,
  Node: (_: string, url: string) => `// Set SIGNALBOX_KEY to the API key.
const response = await fetch("${url}", {
  headers: { Authorization: \`Bearer \${process.env.SIGNALBOX_KEY}\` },
})
const { data, meta } = await response.json()
console.log(meta.total, data.map((client) => client.name))`,
  Python: (_: string, url: string) => `# Set SIGNALBOX_KEY to the API key.
import json, os, urllib.request

request = urllib.request.Request("${url}")
request.add_header("Authorization", f"Bearer {os.environ['SIGNALBOX_KEY']}")
with urllib.request.urlopen(request) as response:
    body = json.load(response)
print(body["meta"]["total"], [client["name"] for client in body["data"]])`,
}
