/** Requests to the API in three languages. Those in Node and Python read the key from an environment variable. */

/** `print`: the lines that use `response`. */
export const nodeRequest = (
  url: string,
  print = "console.log(await response.json())",
) => `// Set SIGNALBOX_KEY to the API key.
const response = await fetch("${url}", {
  headers: { Authorization: \`Bearer \${process.env.SIGNALBOX_KEY}\` },
})
${print}`

/** `print`: the lines that use `response`. The lines that read it must be indented, to be inside the `with` block. */
export const pythonRequest = (
  url: string,
  print = "    print(json.load(response))",
) => `# Set SIGNALBOX_KEY to the API key.
import json, os, urllib.request

request = urllib.request.Request("${url}")
request.add_header("Authorization", f"Bearer {os.environ['SIGNALBOX_KEY']}")
with urllib.request.urlopen(request) as response:
${print}`

/** The first request with a key: it lists the names of clients. */
export const firstRequests = {
  curl: (secret: string, url: string) => `curl "${url}" \\
  -H "Authorization: Bearer ${secret}"`,
  Node: (_: string, url: string) =>
    nodeRequest(
      url,
      `const { data, meta } = await response.json()
console.log(meta.total, data.map((client) => client.name))`,
    ),
  Python: (_: string, url: string) =>
    pythonRequest(
      url,
      `    body = json.load(response)
print(body["meta"]["total"], [client["name"] for client in body["data"]])`,
    ),
}
