/** The part of jStat that is used. The package has no types. */
declare module "jstat" {
  const jStat: {
    /** Student's t distribution. */
    studentt: {
      inv(probability: number, degreesOfFreedom: number): number
      cdf(t: number, degreesOfFreedom: number): number
    }
    chisquare: {
      inv(probability: number, degreesOfFreedom: number): number
    }
    normal: {
      inv(probability: number, mean: number, standardDeviation: number): number
      cdf(x: number, mean: number, standardDeviation: number): number
    }
  }
  export = jStat
}
