/** Explains the dashes in the columns of positions and sentiments, below a table that has any. */
import { type Row, sentimentValue } from "./format-metrics"

/** `hasSentiment`: the table has a column for sentiments. */
export const FewMentionsNote = ({ rows, hasSentiment }: { rows: Row[]; hasSentiment?: boolean }) =>
  rows.some((row) => row.average_position.value === null || (hasSentiment && sentimentValue(row) === null)) && (
    <p className="mt-2 text-quiet text-small">– Fewer than 5 mentions.</p>
  )
