/** An AI engine with its surface and configuration. A changed configuration breaks a series. */
import { createHash } from "node:crypto"
import { z } from "zod"

/**
 * "api": Signalbox asks the engine's API. "ui_capture": read from the page that people see. "import": from a file.
 * Metrics warn when they mix surfaces.
 */
const engineSurfaces = ["api", "ui_capture", "import"] as const

export const engine = z.object({
  id: z.string().meta({ description: "The ID of the engine.", examples: ["chatgpt"] }),
  name: z.string().meta({ description: "The name of the engine." }),
  surface: z.enum(engineSurfaces).meta({
    description:
      "Where the answers come from. `api`: Signalbox asks the engine's API. `ui_capture`: captured from the engine's user interface. `import`: imported from a file.",
  }),
  model: z.string().nullable().meta({ description: "The name of the model. `null` if it is not known." }),
  model_version: z.string().nullable().meta({ description: "The version of the model. `null` if it is not known." }),
  web_search: z.boolean().meta({ description: "`true` if the engine searches the web for its answers." }),
  status: z.enum(["active", "paused", "retired"]).meta({
    description:
      "Always `active`. The other values are reserved. Which engines a scan asks is set by the project's `asked_engines`.",
  }),
})
export type Engine = z.infer<typeof engine>

/** Returns 16 hexadecimal digits that change with everything that can change the answers. */
export function engineConfigHash({
  surface,
  model,
  model_version,
  web_search,
}: Pick<Engine, "surface" | "model" | "model_version" | "web_search">) {
  // Without the empty object, every hash would differ from the stored ones and break its series.
  const config = JSON.stringify([surface, model, model_version, web_search, {}])
  return createHash("sha256").update(config).digest("hex").slice(0, 16)
}

export const exampleEngine: Engine = {
  id: "chatgpt",
  name: "ChatGPT",
  surface: "import",
  model: null,
  model_version: null,
  web_search: true,
  status: "active",
}
