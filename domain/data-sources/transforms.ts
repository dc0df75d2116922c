/** Transforms that can be applied to every value of a file before it is stored. */
export const transforms = {
  none: (value: string) => value,
  /** For files that contain natural logarithms of the values. */
  exp: (value: string) => Math.exp(Number(value)).toFixed(6),
}
export type TransformName = keyof typeof transforms
export const transformNames = Object.keys(transforms) as TransformName[]
