/** Parts of the head of a report, on every page that shows one: who sends it, and what it is about. */
import type { ReactNode } from "react"
import type { Data } from "@/components/api/types"
import { formatLongPeriod } from "@/components/format-date"
import { senderActions, senderLine } from "./document-classes"
import type { Days } from "./widget-data"

type SenderProps = {
  name: string
  logo: Data<"reports", "getSender">["logo"]
  /** The path of the logo's files. A file's address is this path followed by its hash. */
  logoPath: string
}

/** The agency's logo, or its name. */
export function SenderMark({ name, logo, logoPath }: SenderProps) {
  if (!logo) return <bdi className="font-strong wrap-anywhere">{name}</bdi>
  // biome-ignore lint/performance/noImgElement: the file is small, and must reach the browser as it was checked
  return <img src={`${logoPath}/${logo.hash}`} alt={name} {...fitLogo(logo)} className="h-auto max-w-full" />
}

/** The line above the title: the agency, and the buttons of the page. */
export const SenderRow = ({ actions, ...sender }: SenderProps & { actions?: ReactNode }) => (
  <div className={senderLine}>
    <div className="min-w-0 flex-1 basis-40">
      <SenderMark {...sender} />
    </div>
    <div className={senderActions}>{actions}</div>
  </div>
)

/** "Bergamo Bikes · 31 October to 27 November 2026" */
export function ReportSubject({ client, period }: { client: string; period: Days | undefined }) {
  return (
    <p className="text-text">
      <bdi className="font-strong">{client}</bdi>
      {period && ` · ${formatLongPeriod(period)}`}
    </p>
  )
}

// In pixels.
const maxLogoWidth = 200
const maxLogoHeight = 40

/** The largest size with the logo's proportions that is neither above these limits nor above the logo's own size. */
export function fitLogo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, maxLogoWidth / width, maxLogoHeight / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
