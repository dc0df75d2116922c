import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { ErrorPage, type ErrorPageProps } from "./error-page"

function page(digest?: string) {
  const error: ErrorPageProps["error"] = new Error("secret")
  if (digest) error.digest = digest
  return renderToStaticMarkup(<ErrorPage error={error} retry={() => {}} />)
}

it("the page names the cause that is known and the request", () => {
  expect(page("req_1 unavailable")).toContain("The database of this service does not respond")
  expect(page("req_1 timeout")).toContain("This page took too long to load")
  expect(page("req_1 unavailable")).toMatch(/Request <code[^>]*>req_1<\/code>/)
})

it("shows the reference of an error outside operations", () => {
  expect(page("1626598804")).toContain("This page could not be loaded")
  expect(page("1626598804")).toMatch(/Error reference <code[^>]*>1626598804<\/code>/)
})

it("the page says that an error without a reference happened in the browser, and never shows the message", () => {
  expect(page()).toContain("The error happened in your browser")
  expect(page()).not.toContain("secret")
})
