/** Fixtures of the conformance suite: tools that return each kind of content. */
import "server-only"
import type { CallToolResult, Tool } from "@modelcontextprotocol/server"
import type { FixtureTool } from "./fixture"

/** A PNG of one red pixel, and an empty WAV. */
export const image = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  mimeType: "image/png",
} as const
const audio = {
  type: "audio",
  data: "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=",
  mimeType: "audio/wav",
} as const

export const textContent = (text: string) => ({ type: "text" as const, text })

const returning = (...content: CallToolResult["content"]): FixtureTool => ({ call: async () => ({ content }) })

const resource = (uri: string, mimeType: string, text: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
})

/** Keywords of JSON Schema 2020-12 that a server must pass on. */
const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as unknown as Tool["inputSchema"]

export const contentTools: Record<string, FixtureTool> = {
  test_simple_text: returning(textContent("This is a simple text response for testing.")),
  test_image_content: returning(image),
  test_audio_content: returning(audio),
  test_embedded_resource: returning(
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: returning(
    textContent("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", JSON.stringify({ test: "data", value: 123 })),
  ),
  test_error_handling: {
    call: async () => ({
      content: [textContent("This tool intentionally returns an error for testing")],
      isError: true,
    }),
  },
  test_trigger_tool_change: returning(textContent("The tools do not change.")),
  json_schema_2020_12_tool: { inputSchema: schema2020, call: async () => ({ content: [textContent("ok")] }) },
}
