import { expect, it } from "vitest"
import { baseUrl } from "@/domain/kernel/base-url"
import { toLocalPath } from "./local-path"

it("leads back to a page of this installation and nowhere else", () => {
  expect(toLocalPath("/bergamo/clients?cursor=a%2Fb")).toBe("/bergamo/clients?cursor=a%2Fb")
  expect(toLocalPath(`${baseUrl()}/bergamo`)).toBe("/bergamo")
  for (const wanted of [
    undefined,
    ["/a", "/b"],
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "",
    `${baseUrl()}//evil.example`,
    `${baseUrl()}.evil.example/`,
  ])
    expect(toLocalPath(wanted)).toBe("/teams")
})
