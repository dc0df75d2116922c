import { Ajv2020 } from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { describe, expect, it } from "vitest"
import { type EventType, eventTypes } from "@/domain/events/catalogue"
import { buildDocument } from "."

const description = buildDocument()
const ajv = addFormats.default(new Ajv2020({ strict: false }))
ajv.addSchema(description, "openapi")

describe("the webhooks section of the API description", () => {
  it("has exactly the events of the catalogue", () => {
    expect(Object.keys(description.webhooks)).toEqual(eventTypes)
  })

  it.each(eventTypes)("describes %s with a schema that accepts its own example and rejects other events", (type) => {
    const { schema, example } = bodyOf(type)
    const fits = ajv.compile({ $ref: `openapi${schema.$ref}` })
    expect(fits(example), JSON.stringify(fits.errors)).toBe(true)
    expect(example.type).toBe(type)
    for (const other of eventTypes.filter((one) => one !== type)) expect(fits(bodyOf(other).example)).toBe(false)
  })

  it("names the headers that a receiver reads, each with an example of its type", () => {
    const headers = description.webhooks["signal.created"]?.post.parameters.map(({ $ref }) => headerAt($ref)) ?? []
    expect(headers.map((header) => header.name)).toEqual(
      expect.arrayContaining(["webhook-id", "webhook-timestamp", "webhook-signature", "signalbox-event-type"]),
    )
    for (const { in: place, schema, example } of headers) {
      expect(place).toBe("header")
      expect(ajv.validate(schema, example)).toBe(true)
    }
  })
})

type Body = { schema: { $ref: string }; example: { type: string } }

const bodyOf = (type: EventType) =>
  description.webhooks[type]?.post.requestBody.content["application/json"] as unknown as Body

const headerAt = (reference: string) =>
  description.components.parameters[reference.split("/").at(-1) as keyof typeof description.components.parameters]
