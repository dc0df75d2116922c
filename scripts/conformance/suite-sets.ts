/** Defines the scenarios that must pass for each revision of the protocol, and the expected failures. */
import type { SuiteSet } from "./run-suite"

export const suiteSets: SuiteSet[] = [
  {
    revision: "2026-07-28",
    expectedFailures: [],
    alsoRequired: ["http-header-validation", "json-schema-2020-12"],
  },
  {
    revision: "2025-11-25",
    // These need a session: the server asks the client something during a call.
    expectedFailures: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ],
    alsoRequired: ["json-schema-2020-12"],
  },
]
