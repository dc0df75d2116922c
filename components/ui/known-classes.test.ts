import { glob, readFile } from "node:fs/promises"
import { compile } from "tailwindcss"
import { expect, it } from "vitest"

it("uses only classes that Tailwind or globals.css defines", async () => {
  const { build } = await compile(await readFile("app/globals.css", "utf8"), { loadStylesheet })
  const classes = await literalClasses()
  expect(classes.size).toBeGreaterThan(100)
  // Tailwind writes a rule for each class that it knows, and nothing for the others.
  const css = build([...classes.keys()]).replaceAll("\\", "")
  const hasRule = (name: string) => css.split(`.${name}`).some((rest, part) => part > 0 && !/^[\w-]/.test(rest))
  expect([...classes].filter(([name]) => !hasRule(name))).toEqual([])
})

async function loadStylesheet() {
  const path = "node_modules/tailwindcss/index.css"
  return { path, base: ".", content: await readFile(path, "utf8") }
}

/** The classes in `className="..."`, each with a file that uses it. */
async function literalClasses(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const file of glob("{app,components}/**/*.tsx")) {
    for (const [, names = ""] of (await readFile(file, "utf8")).matchAll(/className="([^"]*)"/g))
      for (const name of names.split(/\s+/)) if (name) found.set(name, file)
  }
  return found
}
