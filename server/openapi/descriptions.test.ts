import { expect, it } from "vitest"
import { buildDocument } from "."

const document = buildDocument()

/** Every `description` and `summary` in the document, with the path that leads to it. */
function textsOf(value: unknown, path = ""): { path: string; text: unknown }[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerPath = `${path}/${key}`
    if (key === "example" || key === "examples") return []
    // A property named "description" is a schema, not a text.
    return key === "description" && typeof inner === "string"
      ? [{ path: innerPath, text: inner }]
      : textsOf(inner, innerPath)
  })
}

type Schema = {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
}

type Operation = {
  parameters?: { name: string; description?: string }[]
  responses: { "200": { content: { "application/json": { schema: Schema } } } }
}
type Paths = Record<string, { get: Operation }>

const schemas = document.components.schemas as Record<string, Schema>

/** The properties of `schema` and of everything inside it, except behind references. */
function propertiesOf(schema: Schema, path: string): { path: string; property: Schema }[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema
  const nested = [items, typeof additionalProperties === "object" ? additionalProperties : undefined, ...anyOf]
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      { path: `${path}.${name}`, property },
      ...propertiesOf(property, `${path}.${name}`),
    ]),
    ...nested.flatMap((inner) => (inner ? propertiesOf(inner, path) : [])),
  ]
}

/** The description of a property, or else of the schema that it refers to. */
const descriptionOf = ({ description, $ref = "" }: Schema) =>
  description ?? schemas[$ref.replace("#/components/schemas/", "")]?.description

it("the document describes every parameter", () => {
  const parameters = Object.values(document.paths as Paths).flatMap(({ get }) => get.parameters ?? [])
  expect(parameters.length).toBeGreaterThan(50)
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

it("the document describes every property of every response and event", () => {
  const responses = Object.entries(document.paths as Paths).map(([path, { get }]): [string, Schema] => [
    path,
    get.responses["200"].content["application/json"].schema,
  ])
  const properties = [...responses, ...Object.entries(schemas)].flatMap(([name, schema]) => propertiesOf(schema, name))
  expect(properties.length).toBeGreaterThan(500)
  expect(properties.filter(({ property }) => !descriptionOf(property)).map(({ path }) => path)).toEqual([])
})

it("the document describes everything in complete sentences", () => {
  const texts = textsOf(document)
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter(({ text }) => !/^[A-Z0-9`].*[.:]$/s.test(String(text)))).toEqual([])
})
