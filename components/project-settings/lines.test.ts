import { expect, it } from "vitest"
import { parseBrand } from "./lines"

it.each([
  ["Alpenrad", "Alpenrad", []],
  [
    " Alpenrad , alpenrad.example; https://shop.alpenrad.example/bikes",
    "Alpenrad",
    ["alpenrad.example", "https://shop.alpenrad.example/bikes"],
  ],
  ["Netflix, Inc., netflix.com", "Netflix, Inc.", ["netflix.com"]],
  ["Booking.com, booking.com", "Booking.com", ["booking.com"]],
  ["Vélo Ébène & Söhne\tvelo.example", "Vélo Ébène & Söhne", ["velo.example"]],
])("splits %j into a name and sites", (line, name, domains) => {
  expect(parseBrand(line)).toEqual({ name, domains })
})
