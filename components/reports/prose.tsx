/** Markdown of a report as prose. It creates elements itself, so HTML in the text is shown as text. */
import { AnswerText } from "@/components/ai-visibility/answer-text"

export const Prose = ({ text }: { text: string }) => <AnswerText text={text} marks={[]} />
