/** The sentence above a list of answers: how many of them mention your brand. */
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"

export type Count = { mentioning: number; answers: number }

type Props = {
  /** The name of your brand. */
  brand: string
  counted: Count
  /** Answers to prompts that name your brand, which `counted` leaves out. Null if it contains them. */
  branded: (Count & { prompts: number }) | null
  /** The scans of the answers, such as "27 Nov 2026" or "all scans". */
  scans: string
}

export const AnswersSentence = ({ brand, counted, branded, scans }: Props) => (
  <Lead>
    <bdi className="font-strong">{brand}</bdi> is in {count(counted.mentioning)} of{" "}
    {pluralize(counted.answers, "answer")}
    {scans && ` of ${scans}`}
    {branded &&
      `, and in ${count(branded.mentioning)} of ${pluralize(branded.answers, "answer")} to ${branded.prompts === 1 ? "the prompt that names it" : "prompts that name it"}`}
    .
  </Lead>
)
