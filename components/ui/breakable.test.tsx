import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { Breakable } from "./breakable"

const partsOf = (text: string) =>
  renderToStaticMarkup(<Breakable text={text} />)
    .replaceAll(/<\/?span[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .split("<wbr/>")

it("breaks at the separators of paths, URLs and IDs, but not in the scheme", () => {
  expect(partsOf("https://crm.example/hooks/signalbox")).toEqual(["https://crm.example", "/hooks", "/signalbox"])
  expect(partsOf("/clients?metrics=sessions,revenue&range=last_28_days")).toEqual([
    "/clients",
    "?metrics=sessions,",
    "revenue",
    "&range=last_28_days",
  ])
  expect(partsOf("sc-domain:bergamo.example")).toEqual(["sc-", "domain:", "bergamo.example"])
  expect(partsOf("Dashboard")).toEqual(["Dashboard"])
})
