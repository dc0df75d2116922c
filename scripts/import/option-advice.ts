/** Says which options of `npm run import -- metrics` resolve an error of the file. */
import {
  type ImportError,
  type ImportQuestion,
  UnknownMetricError,
  UnreadableLinesError,
} from "@/domain/data-sources/imports/import-error"

/** Returns undefined when no option resolves the error. */
export function optionAdvice(error: ImportError): string | undefined {
  if (error instanceof UnknownMetricError) return "Specify the metric with --metric, for example --metric sessions."
  if (error instanceof UnreadableLinesError)
    return error.canBePartial ? "Correct the file, or use --partial to import the days without errors." : undefined
  return error.question && answerWithOption(error.question)
}

function answerWithOption(question: ImportQuestion): string | undefined {
  switch (question.kind) {
    case "account":
      return "Name it with --account, for example with its ID on the platform."
    case "columns":
      return undefined
    case "dates":
      return "Choose with --dates dmy (day first) or --dates mdy (month first)."
    case "decimals":
      return `Choose with --decimals: point for ${question.point}, comma for ${question.comma}.`
    case "replace":
      return "Use --replace if the values of the new file are the right ones."
    case "same_values": {
      const { account, other, is_connected } = question
      const ifSame = is_connected
        ? "do not import the file"
        : `use --account ${other}, or --replace to move these days to ${account}`
      return `If it is the same account, ${ifSame}. If they are different accounts, use --keep-both.`
    }
  }
}
