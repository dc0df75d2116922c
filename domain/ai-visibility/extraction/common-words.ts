/** Brand names that are also common words. They count as a brand only when capitalized or near the brand's domain. */

/** True for normalized names that are common words, and for one or two letters, which could be a unit or an abbreviation. */
export const isCommonWord = (foldedName: string) => words.has(foldedName) || /^\p{L}{1,2}$/u.test(foldedName)

const words = new Set(
  `away all apple amazon arrow axe aware bear bears beast beats bella best better bliss block blue bolt boost bounce box breeze bridge bright
  buffer burton canvas carbon casper chase chime circle citi clear close coach compass core cove craft crest cross curve dash dawn deck delta
  diesel discover dope dove drift eagle earth echo eight element elf ember envoy epic essential everlane fable fairy fender figs flair flex
  flow focus folio forest fossil frame freedom front gap general generic ghost giant glow gold grammarly grove guess gusto harvest harry haven
  helix hero hike hint home honest honey hopper hub ideal impact instant intercom jaguar jet joy keen keystone kind lace layer layla leap level
  lemonade life light linear lime link loom lucid luna magic make mango marvel match maze medium mercury meta method mint mode molten monday
  moon native nature nectar nest next notion nova nurture oak ocean office olive on oracle orange orbit origin oscar other outdoor oxygen pace
  patch patriot peak pearl pilot pioneer pitch planet plum polar post prime prince pulse pure purple quest quicken quip ramp range rapid razor
  real rebel red relay ring rise river roam robin rock rocket root rover sage sail salt scoop segment sense shark shell signal simple slack
  smart snap solo sonic spark spirit split spring sprout square stable staples star stitch strip stripe summit sun surface swell switch table
  tally target tide toast tower trail transit trek triangle tumble twist typhoon unity universal unknown upwork urban vanguard vertex vessel
  vision visa vital volt wave wealth whale whisk wild wilson wise wish wolf wonder word yeti zest zoom`.split(/\s+/),
)
