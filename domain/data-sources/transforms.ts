/** What can be done to every figure of a file before it is stored. */
export const transforms = {
  none: (value: string) => value,
  /** For files that hold natural logarithms of their figures. */
  exp: (value: string) => Math.exp(Number(value)).toFixed(6),
}
export type TransformName = keyof typeof transforms
export const transformNames = Object.keys(transforms) as TransformName[]
