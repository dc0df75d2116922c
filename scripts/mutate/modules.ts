/** The pure modules that mutation testing covers completely, with the tests that must notice every change. */

export type Module = { name: string; code: string[]; tests: string[] }

/** Globs with `**` find a file by its name, so the file can move to another folder. */
export const pureModules: Module[] = [
  { name: "signatures", code: ["domain/**/signature.ts"], tests: ["domain/**/signature.test.ts"] },
  {
    name: "retry-schedule",
    code: ["domain/**/retry-schedule.ts", "domain/**/retry-after.ts"],
    tests: ["domain/**/retry-schedule.test.ts", "domain/**/retry-after.test.ts"],
  },
  { name: "classification", code: ["domain/**/classify.ts"], tests: ["domain/**/classify*.test.ts"] },
  {
    name: "periods",
    code: ["domain/metrics/period.ts", "domain/metrics/calendar.ts"],
    tests: ["domain/metrics/period.test.ts", "domain/metrics/calendar.test.ts"],
  },
  { name: "cursors", code: ["domain/**/cursor.ts"], tests: ["domain/**/cursor.test.ts"] },
  {
    name: "key-format",
    code: ["domain/**/key-format.ts", "domain/**/redact-keys.ts"],
    tests: ["domain/**/key-format.test.ts", "domain/**/redact-keys.test.ts"],
  },
  { name: "address-policy", code: ["domain/**/address-policy.ts"], tests: ["domain/**/address-policy.test.ts"] },
  { name: "ratios", code: ["domain/metrics/metric-value.ts"], tests: ["domain/metrics/metric-value.test.ts"] },
  {
    name: "detectors",
    code: ["domain/signals/detectors/**/!(*.test).ts"],
    tests: ["domain/signals/detectors/**/*.test.ts"],
  },
  {
    name: "intervals",
    code: ["domain/visibility/statistics/!(*.test).ts"],
    tests: ["domain/visibility/statistics/*.test.ts"],
  },
]
