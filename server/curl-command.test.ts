import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { baseUrl } from "@/domain/kernel/base-url"
import { curlCommand } from "./curl-command"

/** The URL that a real shell passes to curl. */
function urlOf(command: string) {
  const shown = execFileSync("/bin/bash", ["-c", `curl() { printf '%s' "$1"; }\n${command}`], { encoding: "utf8" })
  return new URL(shown)
}

it("passes a logged query unchanged, although it contains what a shell would run", () => {
  const query = '?q=$(id)&r=`id`&s="$HOME"&t=a!b\\c'
  const { pathname, searchParams } = urlOf(curlCommand(`/clients${query}`))
  expect(pathname).toBe(`${new URL(baseUrl()).pathname.replace(/\/$/, "")}/api/v1/clients`)
  expect([...searchParams]).toEqual([...new URLSearchParams(query)])
})

it("encodes the brackets and braces that curl would read as ranges and lists", () => {
  expect(curlCommand("/clients?token=[redacted]&a={b,c}")).toContain('/clients?token=%5Bredacted%5D&a=%7Bb,c%7D" ')
})

it("leaves the rest of a path unchanged", () => {
  const path = "/clients/cli_1/metrics?metrics=ad_spend,clicks&search=L%27Or%C3%A9al"
  expect(curlCommand(path)).toContain(`/api/v1${path}" `)
})
