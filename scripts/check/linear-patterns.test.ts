import { expect, it } from "vitest"
import { verdictOn } from "./linear-patterns"
import { regexesIn } from "./regex-literals"

it("finds regular expression literals and RegExp constructor calls, also in JSX", () => {
  const source =
    "// a comment first\nconst a = /x+$/g\nconst b = new RegExp('y', 'u')\nconst c = RegExp(a.source)\nconst d = <p title={String(/z/)} />"
  expect(regexesIn(source, true)).toEqual([
    { pattern: "x+$", flags: "g" },
    { pattern: "y", flags: "u" },
    { pattern: null, flags: "" },
    { pattern: "z", flags: "" },
  ])
})

it.each([
  [String.raw`^\s*\|?[\s:|-]+\|?\s*$`, "", /polynomial/],
  ["/+$", "", /polynomial/],
  ["【[^】]*】", "u", /polynomial/],
  ["(a|aa)+$", "", /exponential/],
  ["^[a-z]+$", "", /^safe$/],
])("classifies the pattern /%s/%s as safe, polynomial or exponential", async (pattern, flags, expected) => {
  expect(await verdictOn(pattern, flags)).toMatch(expected)
})
