/** Renders the Markdown of a report. HTML in it is not interpreted, but shown as text. */
import { AnswerText } from "@/components/ai-visibility/answer-text"

export const Prose = ({ text }: { text: string }) => <AnswerText text={text} marks={[]} />
