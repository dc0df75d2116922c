import { expect, it } from "vitest"
import { decodeHtmlEntities } from "./decode-html-entities"

it.each([
  ["Marks &amp; Spencer, Tom&#39;s, Tom&#x27;s", "Marks & Spencer, Tom's, Tom's"],
  ["a&#x20;b, 5 &lt; 6 &gt; 4, &quot;yes&quot;", 'a b, 5 < 6 > 4, "yes"'],
  ["&amp;lt; is decoded once", "&lt; is decoded once"],
  ["AT&T, R&D; &unknown; &constructor; & amp;", "AT&T, R&D; &unknown; &constructor; & amp;"],
  ["&#0; &#55296; &#1114112; &#x7f;", "&#0; &#55296; &#1114112; \u007f"],
])("decodes %s to %s", (written, read) => {
  expect(decodeHtmlEntities(written)).toBe(read)
})
