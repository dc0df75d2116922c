import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { delaysSeconds } from "@/domain/deliveries/retry-schedule"
import { type RetryProfile, retryProfiles } from "@/domain/webhooks/settings"

const words = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
]

function scheduleOf(profile: RetryProfile) {
  const [, ...retries] = delaysSeconds(profile)
  return { attempts: retries.length + 1, retries, seconds: retries.reduce((sum, delay) => sum + delay, 0) }
}

const standard = scheduleOf("standard")
const fast = scheduleOf("fast")
const none = scheduleOf("none")
const days = Math.round(standard.seconds / 86_400)
const daysInWords = words[days]
const attemptsInWords = words[standard.attempts]
const fastMinutes = Math.round(fast.seconds / 60)

/** Every text that states the schedule, except docs/openapi.json, which is generated. */
const texts: [file: string, text: string][] = [
  [
    "domain/webhooks/settings.ts",
    `\`standard\`: ${standard.attempts} attempts in ${daysInWords} days. \`fast\`: ${fast.attempts} attempts in ${fastMinutes} minutes. \`none\`: ${none.attempts} attempt.`,
  ],
  [
    "server/openapi/webhooks.ts",
    `With the standard schedule there are up to ${standard.attempts} attempts in ${days} days`,
  ],
  ["docs/webhooks.md", `up to ${standard.attempts} attempts in ${days} days`],
  ["app/page.tsx", `retried for ${daysInWords} days`],
  ["app/(product)/[team]/settings/api/webhooks/(list)/page.tsx", `retried for up to ${days} days`],
  ["README.md", `Failed deliveries are retried for ${daysInWords} days`],
  ["docs/receivers/README.md", `retried over ${daysInWords} days, with ${attemptsInWords} attempts in total`],
  ["docs/self-hosting.md", `a failing endpoint has pending deliveries for ${daysInWords} days`],
  ["docs/runbook.md", `Events are retried for ${daysInWords} days`],
]

/** `75 h 35 min 5 s` */
function duration(seconds: number) {
  const parts = [
    [Math.floor(seconds / 3_600), "h"],
    [Math.floor((seconds % 3_600) / 60), "min"],
    [seconds % 60, "s"],
  ].filter(([n]) => n !== 0)
  return parts.map(([n, unit]) => `${n} ${unit}`).join(" ") || "0 s"
}

describe("the retry schedule", () => {
  it.each(texts)("is stated in %s as in retry-schedule.ts", (file, text) => {
    expect(readFileSync(file, "utf8").replace(/\s+/g, " ")).toContain(text)
  })

  it("is listed in docs/delivery.md with the delays of retry-schedule.ts", () => {
    const page = readFileSync("docs/delivery.md", "utf8")
    const stated = [...page.matchAll(/^\| `(standard|fast|none)` \| (\d+) \| (.*?) ?\| (.*) \|$/gm)].map((row) =>
      row.slice(1),
    )
    const planned = retryProfiles.map((profile) => {
      const { attempts, retries, seconds } = scheduleOf(profile)
      return [profile, `${attempts}`, retries.map(duration).join(", "), duration(seconds)]
    })
    expect(stated).toEqual(planned)
  })
})
