import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

type Vector = [number, number, number]
type Matrix = [Vector, Vector, Vector]

/** The smallest difference of two colors that people tell apart is about 0.02 in OKLab. Thin lines need more. */
const minDifference = 0.1
/** WCAG 1.4.11 for graphics. */
const minContrast = 3

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB. */
const visions: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const css = readFileSync("app/globals.css", "utf8")
const seriesNames = [1, 2, 3, 4, 5].map((number) => `--series-${number}`)
/** Charts of outcomes draw failures in the color of danger beside a series. */
const drawnNames = [...seriesNames, "--color-danger"]

for (const [index, theme] of (["light", "dark"] as const).entries()) {
  for (const vision of Object.keys(visions))
    it(`any two colors of a chart differ clearly, ${theme}, ${vision}`, () => {
      const seen = drawnNames.map((name): [string, Vector] => [name, toOklab(seeWith(vision, rgbOf(name, index)))])
      const tooClose = seen.flatMap(([name, color], i) =>
        seen.slice(i + 1).flatMap(([otherName, other]) => {
          const difference = Math.hypot(...color.map((value, axis) => value - (other[axis] as number)))
          return difference < minDifference ? [`${name} and ${otherName}: ${difference.toFixed(3)}`] : []
        }),
      )
      expect(tooClose).toEqual([])
    })

  it(`each color of a chart has enough contrast to its background, ${theme}`, () => {
    const tooFaint = ["--color-ground", "--color-surface"].flatMap((background) =>
      drawnNames.flatMap((name) => {
        const ratio = contrast(rgbOf(name, index), rgbOf(background, index))
        return ratio < minContrast ? [`${name} on ${background}: ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(tooFaint).toEqual([])
  })
}

it("simulates a reader who cannot tell red from green, as a check of the test itself", () => {
  const [red, green]: Vector[] = [fromOklch(0.6, 0.13, 27), fromOklch(0.6, 0.13, 120)]
  const difference = (vision: string) => {
    const a = toOklab(seeWith(vision, red as Vector))
    const b = toOklab(seeWith(vision, green as Vector))
    return Math.hypot(...a.map((value, axis) => value - (b[axis] as number)))
  }
  expect(difference("normal")).toBeGreaterThan(minDifference)
  expect(difference("deuteranopia")).toBeLessThan(minDifference)
})

/** The color of a token in linear RGB. `theme` is 0 for light and 1 for dark. */
function rgbOf(name: string, theme: number): Vector {
  const [, value = ""] = new RegExp(`${name}: (.*);`).exec(css) ?? []
  const colors = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)]
  const [, lightness, chroma, hue] = (colors[theme] ?? colors[0] ?? []).map(Number)
  if (lightness === undefined || chroma === undefined || hue === undefined) throw new Error(`no color ${name}`)
  return fromOklch(lightness / 100, chroma, hue)
}

const multiply = (matrix: Matrix, vector: Vector) =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * (vector[i] as number), 0)) as Vector

const clip = (color: Vector) => color.map((value) => Math.min(1, Math.max(0, value))) as Vector

const seeWith = (vision: string, rgb: Vector) => clip(multiply(visions[vision] as Matrix, rgb))

/** The matrices of OKLab: https://bottosson.github.io/posts/oklab */
function fromOklch(lightness: number, chroma: number, hue: number): Vector {
  const radians = (hue * Math.PI) / 180
  const lms = multiply(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)],
  ).map((value) => value ** 3) as Vector
  return clip(
    multiply(
      [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.707614701],
      ],
      lms,
    ),
  )
}

function toOklab(rgb: Vector): Vector {
  const lms = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map(Math.cbrt) as Vector
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms,
  )
}

function contrast(a: Vector, b: Vector) {
  const luminance = ([red, green, blue]: Vector) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
