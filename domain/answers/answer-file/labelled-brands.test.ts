import { expect, it } from "vitest"
import { brandKey, domainsOf } from "./labelled-brands"

it.each([
  ["Sony", ["sony.co.uk", "sony.com"]],
  ["Müller", ["müller.at", "xn--mller-kva.de"]],
  ["Acme", []],
])("finds the cited domains of %s", (name, expected) => {
  const cited = [
    "sony.com",
    "sony.co.uk",
    "notsony.com",
    "xn--mller-kva.de",
    "müller.at",
    "acme.github.io",
    "xn--zz.de",
  ]
  expect(domainsOf(brandKey(name), cited)).toEqual(expected)
})
