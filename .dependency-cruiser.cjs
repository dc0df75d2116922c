// Checks the import rules: app -> (components, server, inngest) -> domain -> prisma, never in the other direction.

/** Tests may import anything. */
const tests = "\\.test\\.tsx?$|/testing/"

/** Code under `from` must not import `to`; `allowed` lists the exceptions on either side. */
const forbid = (name, from, to, { fromAllowed = [], toAllowed = [], ...more } = {}) => ({
  name,
  severity: "error",
  from: { path: from, pathNot: [tests, ...fromAllowed] },
  to: { path: to, pathNot: toAllowed, ...more },
})

/** The folders of domain/ in order. A folder imports only from those before it. */
const domainOrder = [
  ["kernel", "security", "audit", "usage", "keys", "events", "webhooks", "deliveries", "test-events", "recoveries"],
  ["metrics", "data-sources", "clients"],
  [
    "answers",
    "visibility",
    "ai-engines",
    "sentiment",
    "ai-projects",
    "scans",
    "signal-rules",
    "signals",
    "goals",
    "reports",
  ],
  ["search", "connections", "home"],
  ["teams", "people", "installation", "operating"],
].flat()

const onlyFromFoldersBefore = domainOrder.map((folder, i) => {
  const later = domainOrder.slice(i + 1)
  return forbid(`domain-order-${folder}`, `^domain/${folder}/`, `^domain/((${later.join("|")})/|index\\.ts$)`)
})

/** A new folder of domain/ needs its position in `domainOrder`. */
const everyFolderHasAPosition = forbid(
  "domain-folder-without-position",
  `^domain/(?!(${domainOrder.join("|")}|testing)/)[^/]+/`,
  "",
)

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    forbid("app-has-no-queries", "^app/", "^prisma/"),
    forbid("components-import-no-server-code", "^components/", "^(app|server|inngest|prisma)/", {
      toAllowed: ["^server/trpc"],
    }),
    forbid("components-take-only-types", "^components/", "^server/trpc", { dependencyTypesNot: ["type-only"] }),
    forbid("ui-imports-no-product-code", "^components/ui/", "^(app|components|domain|server)/", {
      toAllowed: ["^components/ui/"],
    }),
    // main.ts starts and stops the process, including background work.
    forbid("server-imports-no-channel", "^server/", "^(app|components|inngest)/", {
      fromAllowed: ["^server/main\\.ts$"],
    }),
    // main.ts starts and stops the process, including the database pool.
    forbid("server-has-no-queries", "^server/", "^prisma/", { fromAllowed: ["^server/main\\.ts$"] }),
    // The embedded engine stores its queue in the database, and the listener opens a separate session.
    forbid("inngest-imports-only-the-domain", "^inngest/", "^(app|components|server|prisma)/", {
      fromAllowed: ["^inngest/engine/", "^inngest/listener\\.ts$"],
    }),
    ...onlyFromFoldersBefore,
    everyFolderHasAPosition,
    forbid("domain-imports-no-channel", "^domain/", "^(app|components|server|inngest)/"),
    forbid("domain-imports-no-framework", "^domain/", "node_modules/(next|next-auth|react|react-dom|inngest|@trpc)/"),
    // Every request to a receiver goes through deliveries/send, which checks the address of the socket (biome.json forbids fetch).
    forbid("only-send-reaches-receivers", "^domain/", "^(node:)?(http|https|http2)$|node_modules/undici/", {
      fromAllowed: [
        "^domain/(deliveries/(connections|exchange|send)|security/tunnel)\\.ts$",
        "^domain/security/vendor-fetch\\.ts$",
      ],
    }),
    // The demo seed creates its team with operations, as a customer would.
    forbid("prisma-imports-no-product-code", "^prisma/", "^(app|components|domain|server|inngest)/", {
      fromAllowed: ["^prisma/seed"],
    }),
    forbid("scripts-are-not-imported", "^(app|components|domain|server|inngest|prisma)/", "^scripts/"),
    forbid("product-needs-no-dev-package", "^(app|components|domain|server|inngest|prisma)/", "node_modules/", {
      dependencyTypes: ["npm-dev"],
      dependencyTypesNot: ["type-only"],
    }),
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could parse with.
    parser: "swc",
    // A separate file with a "*" that matches nothing. Otherwise the package inngest would resolve to the folder of the same name.
    tsConfig: { fileName: "scripts/check/boundaries.tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^prisma/generated/|^\\.next/|\\.css$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["main", "types"],
    },
  },
}
