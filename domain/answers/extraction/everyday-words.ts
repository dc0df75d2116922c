/**
 * Knows which brand names are also everyday words, and finds out whether an answer uses such a word as a name. "Target
 * your audience" does not mention Target.
 */
import { normalizeName } from "./normalized-text"

/**
 * strong: this is a name. weak: it may be one, and counts if the answer shows elsewhere that it mentions the brand.
 * none: it is a word.
 */
export type Evidence = "strong" | "weak" | "none"

/** Position of a word in an answer, and the domains of the brand with this name. */
type Use = { text: string; from: number; to: number; domains: readonly string[] }

/**
 * Rates the evidence that this use of an everyday word is a name. `isDoubtful`: a weekday, a month or a plural. For
 * these, a capital alone is weak evidence.
 */
export function evidenceOf(use: Use, isDoubtful: boolean): Evidence {
  const { text, from, to, domains } = use
  const [before, after] = [text.slice(Math.max(0, from - context), from), text.slice(to, to + context)]
  const sentence = sentenceAround(before, text.slice(from, to), after).toLowerCase()
  if (domains.some((domain) => sentence.includes(domain))) return "strong"
  if (!startsWithCapital(text.slice(from, to))) return "none"
  if (topLevelDomain.test(after) || productNoun.test(after) || standsAlone(before, after)) return "strong"
  if (isDoubtful) return "weak"
  if (!isAtStart(before)) return isInHeading(before) ? "weak" : "strong"
  return namesProduct.test(after) || isSubject.test(after) ? "strong" : "weak"
}

const context = 500
const capital = /^\p{Lu}/u
export const startsWithCapital = (text: string) => capital.test(text)

const sentenceEnd = /[.!?。！？](?=\s|$)|\n/gu

function sentenceAround(before: string, name: string, after: string): string {
  const starts = [...before.matchAll(sentenceEnd)].map((match) => match.index + match[0].length)
  return before.slice(starts.at(-1) ?? 0) + name + (after.split(sentenceEnd)[0] ?? "")
}

const topLevelDomain = /^\.(?:com|io|ai|co|app|org|net)\b/iu
/** Words that follow the name of a product or company. */
const productNoun =
  /^(?:['’]s)?[\s-]+(?:app|apps|software|platform|tool|tools|crm|suite|brand|brands|inc|llc|ltd|corp|gmbh|store|stores|website|account|accounts|subscription|plan|plans|pricing|users?|customers?|api|integrations?|dashboard|template|templates|products?|premium|pro|plus|headphones|earbuds|shoes|card|cards)\b/iu

/**
 * True for a name in bold, in quotes, as a link or in a table cell, for a name at a start that a dash, a colon or a
 * parenthesis follows, and for a name between a colon and the end of the line.
 */
const standsAlone = (before: string, after: string) =>
  (opening.test(before) && closing.test(after)) ||
  (isAtStart(before) && /^(?:\*\*|__)?[ \t]*(?::|–|—|-[ \t]|\()/u.test(after)) ||
  (/[:：](?:\*\*|__)?[ \t]+$/u.test(before) && /^[ \t]*(?:\n|$)/u.test(after))
const opening = /(?:\*\*|__|\[|\||["“‘])[ \t]*$/u
const closing = /^(?:['’]s)?[ \t]*(?::?\*\*|:?__|\]|\||["”’])/u

/**
 * A capital, a number or a trademark sign after the name, as in "Helix Midnight" or "Canvas 15". Not a word like
 * "Your": the name is then a verb.
 */
const namesProduct =
  /^(?:['’]s)?[ \t]+(?:(?!(?:A|All|An|And|Any|At|Better|Down|Every|For|From|In|Into|Less|More|My|Of|Off|On|Or|Our|Out|Over|That|Their|This|To|Up|With|Your)\b)[\p{Lu}\d]|[\p{L}\d]+[®™])/u
/** Verbs that follow the name of a company at the start of a sentence. */
const isSubject =
  /^(?:['’]s)?[ \t]+(?:also|announced|charges|comes|delivers|does|has|launched|lets|makes|offers|provides|released|sells|supports|uses)\b/u

/** True at the start of a line, a sentence, a list item or a table cell. Emoji, marks and a number may precede. */
function isAtStart(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1)
  let end = line.length
  while (end > 0 && !letterOrDigit.test(line[end - 1] as string)) end--
  const [text, gap] = [line.slice(0, end), line.slice(end)]
  const isListNumber =
    /^[.)]/u.test(gap) && !/\p{L}/u.test(text) && /^\d{1,3}$/u.test(text.replace(/[^\p{L}\p{N}]/gu, ""))
  if (text === "" || isListNumber) return true
  const ends = gap.search(/[.!?:;。！？|]/u)
  return ends >= 0 && /\s/u.test(gap.slice(ends))
}
const letterOrDigit = /[\p{L}\p{N}]/u

/** True in a heading, where most words have capitals, unless a word like "by" precedes. */
const isInHeading = (before: string) =>
  /(?:^|\n)[ \t]*#{1,6}[ \t][^\n]*$/u.test(before) && !/\b(?:and|at|by|from|or|vs\.?|with)[ \t]$/u.test(before)

/** Weekdays and months, which always have a capital. */
const calendar = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december`.split(
    " ",
  ),
)
export const isCalendarWord = (name: string) => calendar.has(normalizeName(name))

/**
 * True for normalized names that are also everyday words, and for one or two letters, which could be a unit or an
 * abbreviation.
 */
export const isCommonWord = (normalizedName: string) =>
  words.has(normalizedName) || calendar.has(normalizedName) || /^\p{L}{1,2}$/u.test(normalizedName)

/** True if a brand's name needs a sign that it is a name, unless its settings say otherwise. */
export const isEverydayName = (name: string) => isCommonWord(normalizeName(name)) && startsWithCapital(name)

const words = new Set(
  `access action active adobe agile all alpha amazon answer apple arc arrow art asana aspire atlas aura aurora avocado aware away axe ballast
  bamboo banana basecamp basic beam bear bears beast beats bee bella best better bill bird blend blink bliss block bloom blue board bolt
  bond book boost bottle bounce bounty box brave bread breeze brick bridge bright brilliant brush bubble buffer build bumble burst burton
  butter button cake calm camp canopy canvas captain carbon cargo carrot case casper castle centre century champion change charge charm
  chart chase check cherry chill chime choice circle circuit citi city clarity classic clay clean clear clever click climb clip close cloud
  clover club coach coast code coin collective column comet comfort command commerce common compass concept connect contrast control copper
  coral core corner cosmic cotton counter courage cove cover craft cream creative crest crew cross crown crystal cup curator current curve
  daily dandelion dash data dawn day decent deck deep delta desk diesel digit direct discover distinct dope dot double dove dragon dream
  drift drip drive drop dust duty eagle earth ease easy ebb echo edge effect eight element elevate elf elite ember emerald empire energy
  engage enterprise envoy epic escape essence essential eve event ever evergreen everlane every evolve exact expert explore express eye
  fable face factor fair fairy faith falcon family fancy fast fathom feather fender field figs figure fire first fit flag flair flame flash
  fleet flex flight flint float flow flower fly focus fold folio food force forest forge form forward fossil foundation fountain fox frame
  frank freedom fresh friend front fruit fuel fun future galaxy game gap garden gate gem general generic genius gentle ghost giant gift
  given global globe glory glow go goat gold golden gong good grace grain grammarly grand grape graph gravity great green grid grip ground
  group grove growth guard guess guide guild gum gusto habit hammer hand happy harbor harry harvest hatch haven hawk head heart heat heavy
  height helix hello here hero high hike hill hint hive hollow home homebase honest honey hook hope hopper horizon horse hour house hub
  human hunter hype ice icon idea ideal igloo image imagine impact impulse index infinity ink inner insight inspire instant intercom invoice
  iris iron island ivory jade jaguar jam java jazz jet jewel journey joy jump jungle jupiter just keen key keystone kind kite knight knot
  lace lake lamp lantern large later launch layer layla leaf lean leap learn leather ledger legend lemonade lens letter level liberty life
  lift light lily lime linear link lion liquid list little live load local lock logic long look loom loop lotus loud love loyal lucid lumber
  luna lunar lush lyric machine magic magnet main major make mango maple marble mark mars marvel mask master match matrix matter maven
  maximum maze meadow medium meet mellow memory mercury mercy merit mesh message meta method metro mighty milk mill mind mineral minimal
  mint mirror mission mist mix mobile mode modern molten moment money monster moon moss motion motive mountain mouse move muse music mustang
  mystery name national native nature navigator near neat nectar needle neon nest network new next night nimble ninja noble nord normal
  north nothing notion nova novel number nurture nutrition oak oasis object ocean odyssey offer office old olive omega on once one onion
  open opera optimum option oracle orange orbit orchard orchid order organic origin original oscar other otter outdoor outlook outreach
  outside oval over owl own oxygen pace pack page paint pair palm panda panther paper paradise park parrot part partner party pass passion
  patch path patriot pay peace peach peak pearl pebble pen people pepper perfect phantom phoenix photo picture pie pilot pine pink pioneer
  pipe pitch pixel place plain plan planet plant play plaza plenty plot plum pocket poem point polar pool pop poppy port portal positive
  post potato powder power practice premier present press pride prime prince prism privy pro process profile project promise proof prosper
  protect proud prove public pulse puma pumpkin pure purple push puzzle quality quantum queen quest question quick quicken quiet quilt quip
  radar radio rain rainbow rally ramp range rapid rare raven ray razor reach react ready real reason rebel record red reed reflect region
  relay remedy remote rent resolve rest result return reveal rich ride right ring rise rival river road roam robin rock rocket roll roof
  room root rose round route rover royal ruby run rush safe sage sail salt sand sapphire saturn scale scoop scope score scout script sea
  season seat second secret secure seed segment select send sense sequel serene serve service seven shadow shape share shark sharp shelf
  shell shift shine ship shop short show side sight signal silk silver simple single sister site sketch skill skip sky slack slate sleep
  slide sling small smart smile smooth snap snow social soft soil solid solo solution song sonic sound source south space spark spear
  special speed spice spider spin spirit split spoke sport spot spring sprout spruce spy square stable stack staff stage stamp stand
  standard staples star state station stay steady steam steel stem step stitch stock stone storm story straight stream street strip stripe
  strong studio style sugar suite summit sun super supply support supreme sure surface swan sweet swell swift switch symbol system tab table
  tale talent tall tally tango tank target task taste team tech temple tempo ten tender tent test thing think thread thrive thunder ticket
  tide tiger time tiny titan toast together tonic tool top torch total touch tower town trace track trade trail train transit travel tree
  trek trend triangle tribe trim trip true trust tumble tune turbo turtle twin twist two typhoon ultra under union unique unit unity
  universal unknown up upper upwork urban vale valley value van vanguard vast vault vector velvet venture venus verb verge verse vertex
  vessel view village vine violet viper virtue visa vision vista vital vivid vogue voice volt volume vote voyage walk wall warm watch water
  wave way wealth weather web well west whale wheel whisk whisper white whole wild wilson win wind window wine wing winter wire wise wish
  wit wolf woman wonder wood wool word work workday world worth wrap yard year yellow yes yeti young zebra zero zest zone zoom`.split(
    /\s+/,
  ),
)
