/** Fixtures of the conformance suite: prompts and resources. */
import "server-only"
import type { PromptMessage, ResourceTemplateType } from "@modelcontextprotocol/server"
import { image, textContent } from "./content-tools"
import type { FixturePrompt } from "./fixture"

const messages = (...content: PromptMessage["content"][]) => ({
  messages: content.map((part) => ({ role: "user" as const, content: part })),
})
const required = (...names: string[]) => names.map((name) => ({ name, description: name, required: true }))

export const fixturePrompts: Record<string, FixturePrompt> = {
  test_simple_prompt: { get: async () => messages(textContent("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: required("arg1", "arg2"),
    get: async ({ arg1, arg2 }) => messages(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: required("resourceUri"),
    get: async ({ resourceUri: uri = "" }) =>
      messages(
        {
          type: "resource",
          resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
        textContent("Please process the embedded resource above."),
      ),
  },
  test_prompt_with_image: { get: async () => messages(image, textContent("Please analyze the image above.")) },
}

export const fixtureResources = [
  {
    uri: "test://static-text",
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  { uri: "test://static-binary", mimeType: "image/png", blob: image.data },
  { uri: "test://watched-resource", mimeType: "text/plain", text: "Watched resource content" },
] as const

export const fixtureTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "A fixture of the conformance suite.",
    mimeType: "application/json",
  },
]
