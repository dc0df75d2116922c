/**
 * Opens a project's overview: one sentence about your visibility, with its evidence as a list below. The engines, topics
 * and rivals in it link to the pages that show them.
 */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Lead } from "@/components/ui/lead"
import type { Piece } from "./overview-changes"
import { type OverviewSentence, textOf } from "./overview-sentence"

type Props = { sentence: OverviewSentence; action?: ReactNode }

export const OverviewLead = ({ sentence: { lead, evidence }, action }: Props) => (
  <Lead
    action={action}
    details={
      evidence.length > 0 && (
        <ul aria-label="Evidence" className="wrap-anywhere mt-2 grid gap-1 text-quiet text-table">
          {evidence.map((pieces) => (
            <li key={textOf(pieces)}>
              <LinkedSentence pieces={pieces} />
            </li>
          ))}
        </ul>
      )
    }
  >
    <LinkedSentence pieces={lead} />
  </Lead>
)

const LinkedSentence = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <Link key={piece.href} href={piece.href} className="underline decoration-edge underline-offset-4">
        <bdi>{piece.name}</bdi>
      </Link>
    ),
  )
