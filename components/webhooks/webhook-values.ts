/** Converts a submitted form of WebhookFields to the operations' input. */
import type { FormEvent } from "react"
import type { Inputs } from "@/components/api/types"
import { formValues } from "@/components/forms/form-values"
import { readEventTypes } from "./event-fields"

type WebhookInput = Required<Inputs["webhooks"]["create"]>
type Values = Omit<WebhookInput, "headers"> & { headers: WebhookInput["headers"] | undefined }

/** `headers` is undefined when the stored headers should stay. */
export function webhookValues(event: FormEvent<HTMLFormElement>): Values {
  const event_types = readEventTypes(event.currentTarget)
  const values = formValues(event)
  const { url = "", description = "", max_per_second, headers = "" } = values
  return {
    url,
    event_types,
    description,
    retry_profile: values["retry_profile"] as Values["retry_profile"],
    max_per_second: max_per_second ? Number(max_per_second) : null,
    is_fifo: "is_fifo" in values,
    signs_ed25519: "signs_ed25519" in values,
    headers: headersToSave(headers, "no_headers" in values),
  }
}

function headersToSave(lines: string, removesAll: boolean) {
  if (removesAll) return []
  return lines.trim() ? parseHeaders(lines) : undefined
}

/** Parses one header per line. A line without a colon becomes a header without a value, which the operation refuses. */
const parseHeaders = (lines: string): WebhookInput["headers"] =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = "", ...rest] = line.split(":")
      return { name: name.trim(), value: rest.join(":").trim() }
    })
