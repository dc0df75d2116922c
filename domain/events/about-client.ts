/** The client that an event is about, in the same shape in every event. */
import { z } from "zod"
import { exampleClient } from "@/domain/clients/client"
import { id } from "@/domain/kernel/ids"
import { openObject } from "./open-object"

export const aboutClient = openObject({
  id: id("client"),
  name: z.string(),
  external_id: z.string().nullable().meta({ description: "Your own ID for the client." }),
})

const { id: clientId, name, external_id } = exampleClient
export const exampleAboutClient = { id: clientId, name, external_id }
