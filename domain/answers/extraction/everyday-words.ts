/**
 * Lists everyday words, which brands also have as names. name-evidence.ts decides whether an answer uses one as a name.
 * All functions take normalized text (normalized-text.ts) unless they state otherwise.
 */
import safeWords from "@nkzw/safe-word-list"
import { daleChall } from "dale-chall"
import { normalizeName } from "./normalized-text"

/**
 * True for a brand name, as it is written, that is also an everyday word. It counts only where the answer uses it as a
 * name. The brand's settings can override this.
 */
export const isEverydayName = (name: string) => isEverydayWord(normalizeName(name)) && !foreignLetter.test(name)

/** A letter outside A–Z, as in Hästens. Without its accent, this name would match the verb "hastens". */
const foreignLetter = /(?![A-Za-z])\p{L}/u

export const startsWithCapital = (text: string) => /^\p{Lu}/u.test(text)

/** True for a name, as it is written, that is an everyday word, or consists of several, such as Best Buy. */
export const hasEverydayMeaning = (name: string) => isEverydayName(name) || isEverydayPhrase(normalizeName(name))

/** True for everyday words, their plurals, weekdays and months. */
export const isEverydayWord = (name: string) =>
  words.has(name) || calendar.has(name) || (name.length > 3 && name.endsWith("s") && words.has(name.slice(0, -1)))

/** True for several words that are all everyday words, such as "best buy". */
export const isEverydayPhrase = (name: string) => /[ -]/.test(name) && name.split(/[ -]/).every(isEverydayWord)

/** True for words in the Dale-Chall list of easy words, and their plurals. */
export const isBasicWord = (word: string) =>
  basicWords.has(word) || (word.endsWith("s") && basicWords.has(word.slice(0, -1)))

/** True for a name that needs its exact spelling, because it could be a unit or an abbreviation. */
export const isAbbreviation = (name: string) => /^\p{L}{1,2}$/u.test(name)

/** True for a name such as X, which is also the name of a letter. */
export const isLatinLetter = (name: string) => /^[a-z]$/.test(name)

/**
 * True for a word that often starts a phrase: "Target users by interest", "Mini Fridges", "Teams Need". So does
 * any name of one or two letters, such as On.
 */
export const canStartPhrase = (name: string) => verbs.has(name) || modifiers.has(name) || name.length <= 2

/** True for a word that starts instructions: "Try Notion". */
export const isVerb = (word: string) => verbs.has(word)

/** True for a word that often describes users, plans, prices or software: "Current users", "Basic plan". */
export const isAdjective = (word: string) => adjectives.has(word)

/** True for a word that is often the subject of a sentence and no name: "It works", "One is a tool". */
export const isGenericSubject = (word: string) => genericSubjects.has(word)

/** True if 's after the word can mark the possessive of a brand. It does not in "What's" and "Today's deals". */
export const canOwn = (word: string) => !genericSubjects.has(word) && !genericOwners.has(word) && !calendar.has(word)

export const isPluralWord = (word: string) => word.endsWith("s") && words.has(word.slice(0, -1))

export const isPlace = (name: string) => places.has(name)

export const isCalendarWord = (name: string) => calendar.has(name)

/** The words of a list that spaces and line breaks separate. */
export const setOf = (list: string) => new Set(list.split(/\s+/))

/** Weekdays and months. They always have a capital. */
const calendar = setOf(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december`,
)

/** Names of brands that are also places. */
const places = setOf("patagonia columbia casper phoenix")

const genericSubjects = setOf(
  `a all another any at best each every everything few first he i in it last many me more most next no nothing off on one other own
  people several she so some that they this to two up us we you`,
)

const adjectives = setOf(
  `base basic classic core current custom default direct express front general global local main native outlet plus premium primary
  private public regular remote root standard`,
)

const genericOwners = setOf(
  "child children here how let man men mother parent there today tomorrow what when where who why woman women world yesterday",
)

const verbs = setOf(
  `access add address adopt align analyze answer apply approach ask assign attract audit automate avoid balance beat
  become block boost book bring browse build bundle buy calculate call capture carry change charge check choose clean
  clear click close code collect combine compare complete configure confirm connect consider contact convert copy
  count cover craft create cross customize cut deliver demand deploy design develop discover display divide double
  download draw drive drop edit embrace empower enable encourage engage enhance enjoy ensure enter evaluate examine
  exchange exclude expand expect explore export extend find finish fix focus follow forget gain gather generate get
  give grab group grow guard guide handle help hide hire hold identify implement import improve include increase
  inform inspire install integrate introduce invest invite involve join keep know label launch layer lead learn leave
  let leverage like limit link list listen load locate log look love maintain make manage map mark market match
  maximize measure meet mention minimize mix monitor motivate move name need negotiate nurture obtain offer open
  optimize order organize outline own pack paint pair perform pick pitch place plan play post prepare present press
  prevent price print prioritize produce profile promote protect prove provide publish pull purchase push qualify
  reach read recommend record recruit reduce reject release remember remove rent repair replace report request
  research respect respond restore return reuse review reward rotate run save scale schedule search secure see
  segment select sell send separate serve set share shop show sign skip solve sort spend split spot start stay stop
  store study submit support survey switch take target teach test thank think track trade train transfer transform
  translate treat trust try turn understand update upgrade use verify view visit vote want warn watch welcome win
  work write`,
)

/** Adjectives, adverbs and plurals that start phrases, as verbs do. */
const modifiers = setOf(
  `all always another any best better big cheap each easy even ever every few first free fresh full good great high indeed just last
  little low many maybe mini more most never new next old once one only other own people quick quiet several simple simply small
  smart some still super teams things tips today together top total two very`,
)

/** Everyday words that brands use as names and that neither package contains. Do not add invented names. */
const otherWords = setOf(
  `academy ace agile align alpha amber ample amplitude anchor anthem anytime apex arc arena aroma array artisan aspire
  atlas attentive aura aurora autopilot avid avocado azure backpack badger ballast bamboo banner barista baseline
  basil bazaar beacon betterment blend blink bliss blueprint bolt bonfire booking boost booster boulder bounty bravo breezy
  broker buffer bumble byte cactus cadence calm cameo candid canopy canvas cardinal cargo caribou casper cedar centre chameleon
  chariot charter chat checkout chime chrome cider circuit citadel citrus clarity cobalt cobra coil columbia comet commerce
  compass converse copilot coral cosmic cosmos cove coyote crate crater crave crescent crest cruise crunch crystal curator
  cyclone dandelion dazzle deadline decent delta demo denim depot dice diesel digest digit dolphin domain dome domino doodle dragon
  dynamo ebb echo eclipse elevate elixir ember emerald empire envoy epic equinox essence evergreen evident falcon
  fathom fender finch firefly fizz flair flare flask fleet flex flicker flint flora fluent flux forager forge fossil
  frank frontier fusion gadget gates gem generic genius glacier glider globe glossy gong gorilla grace granite graph
  gravity greenhouse grid grip grizzly guild guru gusto halo harmony haven hazel headspace heirloom helix herald heron hike
  hinge hired hobby honeycomb hopper hover hub huddle hustle hype iceberg icon igloo ignite imprint impulse indigo
  infinity instinct intercom intro invoice iris jade jaguar jasmine jasper java jazz jewel jigsaw jumbo jungle
  juniper jupiter karma kayak kernel keynote keystone knight kudos lagoon laser latitude lattice lava lavender ledger
  lens leopard lever lilac limitless linear liquid lobster logic loom lotus lovable loyal lucid lunar lush lyric
  magma magnet magnolia mammoth mango mantra marathon mariner marmot mars marvel mascot mate matrix maven maverick
  maximum maze mellow melody mentor mercury mercy meridian merit mesh meta meteor metro mineral mini minimal mirage
  mist mobile mocha molten momentum monarch monster mosaic motive motto mulberry mural muse mustang navigator nebula
  nectar neon nifty nimble ninja noble nomad nook nova nugget nurture nutmeg nutrition oasis obsidian octave octopus
  odyssey olive omega onyx opal opera optimum oracle orbit orchid origami oscar otter outdoor outlook outpost outreach
  outsider oval oxygen oyster padlock palette panda panther parachute paradise paragon parrot patagonia patriot pebble pelican
  penguin pension perch persona petal phantom phoenix pinnacle pioneer pivot pixel pixie plaid plausible playbook
  plaza pledge polar polygon poppy portal prairie premier presto pretzel primer prism privy pro progressive prosper
  proton puffin pulse puma python quantum quartz quest quicken quill quince radar radiant radius rally ramp raptor
  raspberry raven razor rebel recharge redwood reed relay relic remedy renegade retro rhino ripple rippling ritual rival roam
  rosemary rover ruby runway saffron saga sage salmon sandbox sapphire saturn savvy scoop scout scribe sentinel
  sequel serene serenity shamrock shark shuttle sierra sketch skyline slack sleek slick snappy solo sonic spark
  sparkle spectrum sphere spice spiral sprint sprout spruce spy staples stash stellar sterling stride stripe subway suite
  supreme sync tab tackle tally tangerine tango tech telegram tempest temple tempo temporal tender terrace thistle
  thrive thyme tide timber titan tonal tonic topaz torch tornado transit traveler trek trellis triangle trident trophy
  tundra turbo twilight twist typhoon ultra uncommon unicorn unity upbeat upstart utopia vale van vanguard vanilla
  vault vector velocity venus verb verge verse vertex vibe vibrant viking vintage viper virgin visa vista vivid vogue
  volcano volt vortex voyage wanderlust whoop whimsical whisk wildfire wizard woodland workday zebra zen zenith zephyr zero
  zest zigzag zip zoom`,
)

const basicWords = new Set(daleChall)
const words = new Set([...daleChall, ...safeWords, ...verbs, ...modifiers, ...adjectives, ...otherWords])
