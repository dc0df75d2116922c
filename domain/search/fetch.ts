/** Reads one record that a search found, as text. */
import { z } from "zod"
import { getProject } from "@/domain/ai-projects/get-project"
import { getPrompt } from "@/domain/ai-projects/prompts/get-prompt"
import { getClient } from "@/domain/clients/get"
import type { TeamContext } from "@/domain/kernel/context"
import { parameterError } from "@/domain/kernel/errors"
import { defineOperation, type Operation } from "@/domain/kernel/operation"
import { problemOf } from "@/domain/kernel/validate"
import { getReport } from "@/domain/reports/get"
import { getSignal } from "@/domain/signals/get"
import { getSignalOverview } from "@/domain/signals/get-overview"
import { pageUrlOf, type RecordType, recordTypes, titleOfSignal } from "./record-types"

const record = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
})

export const fetchRecord = defineOperation({
  id: "search.fetch",
  summary: "Read a record that a search found",
  audience: "team",
  kind: "query",
  tool: {
    name: "fetch",
    title: "Fetch",
    description:
      "Returns one record found by search as text, with its link. Accepts IDs of clients, reports, AI-visibility projects, prompts and signals.",
  },
  input: z.strictObject({ id: z.string().min(1).max(120) }),
  output: record,
  async handle(ctx, { id }) {
    const type = recordTypes.find((candidate) => id.startsWith(readers[candidate].prefix))
    if (!type || !isId(id))
      throw problemOf([parameterError("id", "id is not the ID of a record.", "Use an ID that search returned.")])
    const { title, fields, project_id = "" } = await readers[type].read(ctx, id)
    const url = pageUrlOf(ctx.team, { type, id, project_id })
    return { data: { id, title, text: linesOf(fields), url, metadata: { type } } }
  },
})

const isId = (id: string) => /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)

type FoundRecord = { title: string; fields: object; project_id?: string }
/** `prefix`: the start of the ids of this type. */
type Reader = { prefix: string; read(ctx: TeamContext, id: string): Promise<FoundRecord> }

/**
 * Like `run`, without its checks, because the caller of fetch may also call these queries. `output` drops unknown
 * fields.
 */
const dataOf = async <Input extends z.ZodObject, Output extends z.ZodType>(
  { handle, output }: Operation<"team", Input, Output>,
  ctx: TeamContext,
  input: z.output<Input>,
): Promise<z.output<Output>> => output.parse((await handle(ctx, input)).data)

/** Fields that can contain names at a platform. get_signal returns them, marked as untrusted. */
const untrustedOfSignals = new Set(getSignalOverview.tool?.untrusted)

const readers: Record<RecordType, Reader> = {
  client: {
    prefix: "cli_",
    async read(ctx, client_id) {
      const data = await dataOf(getClient, ctx, { client_id })
      return { title: data.name, fields: data }
    },
  },
  report: {
    prefix: "rep_",
    async read(ctx, report_id) {
      const data = await dataOf(getReport, ctx, { report_id })
      return { title: data.name, fields: data }
    },
  },
  project: {
    prefix: "aip_",
    async read(ctx, project_id) {
      const data = await dataOf(getProject, ctx, { project_id, include: ["change"] })
      return { title: data.name, fields: data }
    },
  },
  signal: {
    prefix: "sig_",
    async read(ctx, signal_id) {
      const data = await dataOf(getSignal, ctx, { signal_id })
      const fields = Object.entries(data).filter(([name]) => !untrustedOfSignals.has(name))
      return { title: titleOfSignal(data), fields: Object.fromEntries(fields) }
    },
  },
  prompt: {
    prefix: "prm_",
    async read(ctx, prompt_id) {
      const data = await dataOf(getPrompt, ctx, { prompt_id })
      return { title: data.text, fields: data, project_id: data.project_id }
    },
  },
}

/** One line for each field that has a value. */
const linesOf = (fields: object) =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join("\n")
