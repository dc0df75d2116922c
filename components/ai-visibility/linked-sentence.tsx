/** The sentence that opens a project's overview. The engines and topics in it link to the pages that show them. */
import { Link } from "@/components/link"
import type { Piece } from "./overview-sentence"

export const LinkedSentence = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <Link key={piece.href} href={piece.href} className="underline decoration-edge underline-offset-4">
        <bdi>{piece.name}</bdi>
      </Link>
    ),
  )
