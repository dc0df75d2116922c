/**
 * Rules of single scripts for what may directly follow or precede a name: Korean particles, Arabic and Hebrew prefixes,
 * and Japanese compounds.
 */

/** Korean particles that follow a noun without a space. */
const particle =
  "으로서|으로써|으로부터|로부터|로서|로써|에게서|이라고|이라는|이야말로|야말로|에서|에선|에게|에겐|한테|께서|께|으로|이나마|이나|이랑|이며|이고|이라|라고|라는|보다|처럼|만큼|까지|부터|마다|조차|마저|하고|치고|뿐만|뿐|밖에|대로|같이|커녕|은|는|이|가|을|를|의|에|엔|와|과|도|로|만|나|랑|며|들"
/**
 * Forms of the Korean verb "to be", which also follow a noun without a space. Nothing follows 인: with a particle it is
 * the noun "people", as in 현대인은.
 */
const copula =
  "입니다|입니까|이에요|이어요|예요|에요|이다|다|이라면|라면|이라도|라도|이라서|라서|이란|란|이든지|든지|이든|든|이지만|지만|이니까|니까|이면|이자|이거나|거나|이네|네|이죠|죠|이지|이야|야|이요|요|인데|인가|인지|인(?![\\p{L}\\p{N}])|임|일까|이어서|이기도|이므로|이던|(?:이었|였)(?:다|고|던|지만|으며|습니다|어요)"
/** Forms of the same verb that follow only a vowel. After a consonant they are other words, as in 삼성고, a school. */
const copulaAfterVowel = "면|고|여서|기도|므로|던|나마"
const endings = koreanEndings(copula)
const endingsAfterVowel = koreanEndings(`${copula}|${copulaAfterVowel}`)

function koreanEndings(verb: string) {
  return new RegExp(`(?:(?:${particle}){1,2}(?:${verb})?|${verb})(?:요|도|는|은)?(?![\\p{L}\\p{N}])`, "uy")
}

/** True if a Korean ending stands at this position, after the syllable `last`. */
export function hasKoreanEnding(text: string, at: number, last: number | undefined): boolean {
  if (last === undefined || !isOfScript(hangul, last)) return false
  const pattern = endsInVowel(last) ? endingsAfterVowel : endings
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Unicode orders Hangul syllables by their final consonant: every 28th has none. */
const endsInVowel = (syllable: number) => (syllable - 0xac00) % 28 === 0

/** Prefixes that Arabic and Hebrew write without a space: "and", "in", "for", "the" and the like. */
const arabicPrefix = /(?<![\p{L}\p{N}])[وف]?(?:[بكل]?ال|لل|[بكل]|س)?$/u
const hebrewPrefix = /(?<![\p{L}\p{N}])[והבכלמש]{1,3}$/u
const maxPrefixLength = 5

/** True if only a prefix of its script stands before a name that starts at this position with `first`. */
export function hasPrefix(text: string, at: number, first: number | undefined): boolean {
  const before = () => text.slice(Math.max(0, at - maxPrefixLength), at)
  if (isOfScript(arabic, first)) return arabicPrefix.test(before())
  return isOfScript(hebrew, first) && hebrewPrefix.test(before())
}

/**
 * True if a Katakana name may start a longer Katakana word, as in アップルウォッチ. A name with fewer than four
 * characters needs a noun of companies after it: ソニーストア, but not ライン in ラインナップ.
 */
export function startsCompound(name: string, text: string, to: number): boolean {
  if (!/^[\p{Script=Katakana}ー]{2,}$/u.test(name)) return false
  nounAfterCompany.lastIndex = to
  return name.length >= 4 || nounAfterCompany.test(text)
}
const nounAfterCompany =
  /(?:ストア|ショップ|アプリ|カード|ペイ|グループ|ジャパン|ホールディングス|モバイル|サービス|サイト)(?![\p{Script=Katakana}ー])/uy

const hangul = /^\p{Script=Hangul}$/u
const arabic = /^\p{Script=Arabic}$/u
const hebrew = /^\p{Script=Hebrew}$/u
const isOfScript = (script: RegExp, codePoint: number | undefined) =>
  codePoint !== undefined && codePoint > 0x2ff && script.test(String.fromCodePoint(codePoint))
