/** Decides whether a stored rule still fits the schema of its type. A later version may know other settings than the version that stored it. */
import { paramsOfType } from "./params"
import type { SignalRule } from "./rule"

export const fitsType = ({ type, params }: Pick<SignalRule, "type" | "params">): boolean =>
  paramsOfType[type]?.safeParse(params).success ?? false
