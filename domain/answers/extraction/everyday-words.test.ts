import { expect, it } from "vitest"
import { isEverydayName } from "./everyday-words"

it.each(
  "Indeed Always Gain Teams Things Mini Bench Target Slack Notion Zoom Apple Square Monday monday Booking Vans".split(
    " ",
  ),
)("%s is an everyday word", (name) => expect(isEverydayName(name)).toBe(true))

it.each("Grammarly Upwork Adobe Asana Amazon Google Sony YETI Canva Best-Buy Hästens HP".split(" "))(
  "%s is no everyday word",
  (name) => expect(isEverydayName(name)).toBe(false),
)
