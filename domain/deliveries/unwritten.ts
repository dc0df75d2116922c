/** Attempts whose receiver has said that they arrived, which is not written yet: they are under way no more. */
import { processWide } from "@/domain/process-wide"
import type { Result } from "./result"

/** Where writing falls behind, what came after so many counts as under way, and claims wait for it. */
const most = 300

const unwritten = () => processWide("webhook-unwritten", () => new Set<string>())

/** Their ids, for claims of this process: others count them as under way. */
export const answered = (): string[] => [...unwritten()].slice(0, most)

/** Any other result may mean that the endpoint wants a pause: that must be written first. */
export function noteAnswered({ leased, outcome }: Result) {
  if (outcome.kind === "success") unwritten().add(leased.attempt_id)
}

export const noteWritten = ({ leased }: Result) => unwritten().delete(leased.attempt_id)
