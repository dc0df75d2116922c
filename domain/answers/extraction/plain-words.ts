/** Recognizes capitalized everyday words that are no names: "Target your audience", "On Monday", "Times Square". */
import { isEverydayWord, isVerb, startsWithCapital } from "./everyday-words"
import { normalizeName } from "./normalized-text"
import type { Passage } from "./passage"
import { startsSegment } from "./titles"

/**
 * True for a part of a word with a hyphen, such as "Carry-On" and "On-Demand". In "non-Apple" and "Asana-Slack" the
 * second part is a name.
 */
export function isPartOfCompound({ before, name, after, isStarter, isOtherBrand }: Passage): boolean {
  if (isStarter && /^-\p{Lu}/u.test(after)) return true
  const first = startOfCompound(before)
  if (first === undefined) return false
  return startsWithCapital(first) ? !isOtherBrand(first) : !startsWithCapital(name)
}

/** The first part of a word with hyphens that continues after this text: "Single" in "Single-Sign-". */
function startOfCompound(before: string): string | undefined {
  if (!before.endsWith("-")) return undefined
  const words = before.slice(-100, -1).split(/[^\p{L}\p{N}'’-]/u)
  const parts = words.at(-1)?.split("-") ?? []
  return /^\p{L}/u.test(parts[0] ?? "") && !parts.includes("") ? parts[0] : undefined
}

/** A verb or function word before its object: "Target your audience", "**Close** the deal". */
export const takesObject =
  /^(?:\*\*|__|["”’])?[ \t\u00a0]+(?:a|an|the|my|our|your|his|her|its|their|this|that|these|those)\b/iu
/** "Indeed, this is right." */
export const startsClause = /^,[ \t]+\p{Ll}/u
/** A word that shows when something happens. A weekday or month follows. */
export const timeWord =
  /\b(?:on|every|each|until|till|next|last|this|since|before|after|late|early)[ \t]+(?:\*\*|__)?$/iu

/** The label of a button or menu: "Click **Close**", "the Close button". */
export const isLabelOfControl = (before: string, after: string) =>
  /\b(?:click|press|tap)(?:[ \t]+on)?[ \t]+["“*_]*$/iu.test(before) ||
  /^["”*_]*[ \t]+(?:button|checkbox|icon|key|menu|tab)\b/iu.test(after)

/** True after an article or a word such as "your". */
export const followsArticle = (before: string) =>
  /\b(?:an?|the|my|our|your|his|her|its|their|this|that)[ \t]+$/iu.test(before)

/** A city or country after the name of a place: "Casper, Wyoming". "in" before it is enough: "in Patagonia". */
export const isPlaceName = (before: string, after: string) =>
  /\b(?:in|near|across|around|of)[ \t]+$/iu.test(before) || /^,[ \t]+\p{Lu}/u.test(after)

/**
 * True if the word before a name makes another name with it, such as "Times Square". A verb or function word at the
 * start of a sentence does not, and neither does an uncommon name, as in "Microsoft Teams". A place or a letter also
 * joins an uncommon name: "British Columbia", "iPhone X". A word of two letters also joins a verb: "Sign Up".
 */
export function isEndOfLongerName(
  before: string,
  joins: { uncommonNames: boolean; verbs: boolean },
  isOtherBrand: (word: string) => boolean,
): boolean {
  const match = /(?<![\p{L}\p{N}'’&-])([\p{L}\p{N}][\p{L}\p{N}'’&-]{0,60})[ \t]+$/u.exec(before)
  const previous = match?.[1]
  if (!match || !previous || !/\p{Lu}/u.test(previous)) return false
  if (/['’]s?$/u.test(previous) || isOtherBrand(previous)) return false
  const word = normalizeName(previous)
  const canStartSentence = (isVerb(word) && !joins.verbs) || sentenceStarters.has(word)
  if (canStartSentence && startsSegment(before.slice(0, match.index))) return false
  return joins.uncommonNames || isEverydayWord(word) || /^[^\p{Ll}]+$/u.test(previous)
}

/** Words that start a sentence. A name can follow directly, as in "With Notion". */
const sentenceStarters = new Set(
  "a an the also although and as at because both but by even for from however if in is just like meanwhile no on only or our since some than that this though to unlike via when where while why with without yes your".split(
    " ",
  ),
)
