import { describe, expect, it } from "vitest"
import { findMarkdownError } from "./markdown"

const own = ["bikes.example"]

/** Standard Markdown reads these links as code or as text. Reports show them as links. */
const linksThatParsersReadDifferently = [
  "Numbers:\n\n    [Open your invoice](https://evil.example)",
  "Numbers:\n\n    <https://evil.example>",
  "Numbers:\n\n    [Open][1]\n\n[1]: https://evil.example",
  "- item\n\n      [Open](https://evil.example)",
  "`a\n[Open](https://evil.example)\nb`",
  "`a\n<https://evil.example>\nb`",
  "`a\n[Open][1]\nb`\n\n[1]: HTTPS://EVIL.EXAMPLE",
  "`a\n![Open](https://evil.example)\nb`",
  "| a |\n|---|\n| `b | [Open](https://evil.example) | c` |",
  "seehttps://evil.example",
  "xhttp://evil.example",
  "seehttps://evil&#46;example",
  "Numbers:\n\n    [Open](&#104;ttps://evil.example)",
  "Numbers:\n\n    [Open](https&colon;//evil.example)",
  "Numbers:\n\n    [Open](HTTPS://EVIL.EXAMPLE)",
  "`a\nhttps://bikes.example@evil.example\nb`",
]

describe("the Markdown of commentary", () => {
  it.each([
    "Revenue **rose** by 12%.\n\n- more visits\n- [the shop](https://bikes.example/shop)",
    "See <https://www.bikes.example/sale> and https://bikes.example.",
    "Compared with rival.example, 3 < 4 and a & b.",
    "`<script>` is only code here.",
    "**https://bikes.example**, https://bikes.example; “https://bikes.example/sale”!",
    "HTTPS://BIKES.EXAMPLE/sale",
    "Run `curl https://api.example` first.",
    "```\nhttps://api.example\n```",
    "",
  ])("may be %j", (text) => {
    expect(findMarkdownError(text, own)).toBeNull()
  })

  it.each([
    ["<script>alert(1)</script>", "HTML is not allowed"],
    ["Text with <b>bold</b> words.", "HTML is not allowed"],
    ["<!-- hidden -->", "HTML is not allowed"],
    ["- item\n\n  > <img src=x onerror=alert(1)>", "HTML is not allowed"],
    ["![chart](https://bikes.example/a.png)", "Images are not allowed"],
    ["[![a](https://bikes.example/a.png)](https://bikes.example)", "Images are not allowed"],
    ["![][pixel]\n\n[pixel]: https://evil.example/p.gif", "Images are not allowed"],
    ["[shop](https://evil.example)", "https://evil.example is not allowed"],
    ["[shop](https://bikes.example.evil.example)", "is not allowed"],
    ["[shop](https://bikes.example@evil.example)", "is not allowed"],
    ["[shop](https://me@bikes.example)", "is not allowed"],
    ["[shop](https://notbikes.example)", "is not allowed"],
    ["[shop](//evil.example)", "is not allowed"],
    ["[shop](/reports)", "is not allowed"],
    ["[shop](javascript:alert(1))", "is not allowed"],
    ["[shop](data:text/html,hi)", "is not allowed"],
    ["[shop][1]\n\n[1]: https://evil.example", "is not allowed"],
    ["<https://evil.example>", "is not allowed"],
    ["Look at https://evil.example now.", "is not allowed"],
    ["<mailto:eve@evil.example>", "is not allowed"],
    ["| a |\n|---|\n| [x](https://evil.example) |", "is not allowed"],
    ["# [x](HTTPS://EVIL.EXAMPLE)", "is not allowed"],
    ...linksThatParsersReadDifferently.map((text) => [text, "is not allowed"]),
  ])("cannot be %j", (text, error) => {
    expect(findMarkdownError(text, own)).toContain(error)
  })

  it("may link to an internationalized domain of the client, however it is written", () => {
    for (const domain of ["müller.example", "xn--mller-kva.example"]) {
      for (const href of ["https://müller.example/a", "https://shop.xn--mller-kva.example"])
        expect(findMarkdownError(`[shop](${href})`, [domain])).toBeNull()
      expect(findMarkdownError("[shop](https://mueller.example)", [domain])).toContain("is not allowed")
    }
  })

  it("names the domains that links may lead to, or says that there are none", () => {
    expect(findMarkdownError("[a](https://b.example)", own)).toContain("own domains: bikes.example.")
    expect(findMarkdownError("[a](https://b.example)", [])).toBe(
      "Links are not allowed here. Remove the link to https://b.example.",
    )
  })

  it.each(linksThatParsersReadDifferently)("cannot be %j in a text without links", (text) => {
    expect(findMarkdownError(text, [])).toContain("Links are not allowed here.")
  })
})
