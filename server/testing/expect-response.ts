/**
 * Checks what holds for every REST response: the headers, the shape of an error, and the OpenAPI schema of its status.
 */
import type { ValidateFunction } from "ajv/dist/2020"
import { Ajv2020 } from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { expect } from "vitest"
import { errorCodes } from "@/domain/kernel/errors"
import { keyPattern } from "@/domain/kernel/redact-keys"
import { buildDocument } from "../openapi"

type SentRequest = { method: string; path: string; template?: string | undefined }

/** Every (template, status), code and problem that was returned. The suites compare them with the documented ones. */
export const produced = { statuses: new Set<string>(), codes: new Set<string>(), problems: [] as ProblemBody[] }

type ProblemBody = Record<string, unknown> & { code: string }

/** Checks the response and returns its parsed body (undefined when there is none). */
// biome-ignore lint/suspicious/noExplicitAny: the body of any operation, whose schema has been checked
export async function expectResponse(response: Response, sent: SentRequest): Promise<any> {
  const text = await response.text()
  expectHeaders(response, text, sent)
  if (sent.template) produced.statuses.add(`${sent.template} ${response.status}`)
  if (sent.method === "HEAD" || [204, 304].includes(response.status)) return expect(text).toBe("")
  const body = JSON.parse(text)
  if (response.status >= 400) expectProblem(response, body, sent)
  expectSchema(response.status, body, sent)
  if (response.status < 400 && body.meta) expectMeta(response, body)
  return body
}

function expectHeaders({ headers, status }: Response, text: string, { method }: SentRequest) {
  const header = (name: string) => headers.get(name)
  expect(header("request-id")).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(header("signalbox-version")).toBe("2026-11-01")
  expect(header("vary")).toBe("Authorization, Accept-Encoding, Signalbox-Version")
  expect(header("x-content-type-options")).toBe("nosniff")
  expect(header("server-timing")).toMatch(/^db;dur=\d+\.\d\d, total;dur=\d+\.\d\d$/)
  expect(header("cache-control")).toMatch(/^(private, no-store|private, no-cache|public, max-age=300)$/)
  if (method !== "HEAD" && ![204, 304].includes(status))
    expect(header("content-length")).toBe(String(Buffer.byteLength(text)))
  expect(([...headers].join() + text).match(keyPattern)?.length ?? 0).toBe(0)
}

const extensions = ["required_scopes", "violated-policies", "upgrade_path"]

function expectProblem({ headers, status }: Response, body: Record<string, unknown>, { method, path }: SentRequest) {
  const code = body.code as keyof typeof errorCodes
  produced.codes.add(code)
  produced.problems.push(body as ProblemBody)
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8")
  expect(headers.get("cache-control")).toBe("private, no-store")
  expect(body).toMatchObject({ status, title: errorCodes[code].title, request_id: headers.get("request-id") })
  expect(status).toBe(errorCodes[code].status)
  expect(body.instance).toBe(`/api/v1${path.split("?")[0]}`)
  expect(Object.keys(body).filter((key) => !(key in standard) && !extensions.includes(key))).toEqual([])
  expect(body).not.toHaveProperty("data")
  if (status === 401) expect(headers.get("www-authenticate")).toMatch(/^Bearer realm="signalbox"/)
  if (status === 405) expect(headers.get("allow")).toBe("GET, HEAD")
  if (status === 429 || status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
  expect(method).toBeTruthy()
}
const standard = { type: 1, title: 1, status: 1, detail: 1, instance: 1, code: 1, request_id: 1, errors: 1 }

const metaKeys =
  "request_id api_version generated_at total total_is_exact returned truncated truncation limit next_cursor query"

function expectMeta({ headers }: Response, { data, meta }: { data: unknown; meta: Record<string, unknown> }) {
  expect(Object.keys(meta)).toEqual(expect.arrayContaining(metaKeys.split(" ")))
  expect(meta.request_id).toBe(headers.get("request-id"))
  expect(meta.returned).toBe(Array.isArray(data) ? data.length : 1)
  if (!meta.truncated) expect([meta.total, meta.total_is_exact, meta.truncation]).toEqual([meta.returned, true, null])
  expect(headers.get("etag")).toMatch(/^"[\w-]+"$/)
  expect(headers.get("cache-control")).toBe("private, no-cache")
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
/** The OpenAPI document. */
export const description = buildDocument() as unknown as {
  paths: Record<string, { get: { operationId: string; responses: Record<string, { $ref?: string }> } }>
}
ajv.addSchema(description, "openapi")
const compiled = new Map<string, ValidateFunction>()

/** Validates the body against the path's schema for the status. For 405 and for unknown paths the schema is Problem. */
function expectSchema(status: number, body: unknown, { template }: SentRequest) {
  const pointer = template && status !== 405 ? documented(template, status) : "/components/schemas/Problem"
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
  compiled.set(pointer, validate)
  validate(body)
  expect(validate.errors ?? []).toEqual([])
}

function documented(template: string, status: number) {
  const response = description.paths[template]?.get.responses[status]
  expect(response, `${template} documents no ${status}`).toBeDefined()
  const media = status < 400 ? "application~1json" : "application~1problem+json"
  const pointer = response?.$ref?.slice(1) ?? `/paths/${template.replaceAll("/", "~1")}/get/responses/${status}`
  return `${pointer}/content/${media}/schema`.replaceAll("{", "%7B").replaceAll("}", "%7D")
}
