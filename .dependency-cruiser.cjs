// Who may import whom: app -> (components, server, inngest) -> domain -> prisma, and nothing points back.

/** Tests may reach for whatever they need to set a scene. */
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
  ["kernel", "security", "audit", "usage", "keys", "events", "webhooks", "deliveries", "recoveries"],
  ["metrics", "data-sources", "clients", "ai-visibility", "scans", "reports"],
  ["teams", "people", "installation", "operating"],
].flat()

/** Imports that still point the other way. Remove an entry when its last import is gone. */
const againstTheOrder = {
  events: ["clients", "ai-visibility", "scans"],
  webhooks: ["deliveries"],
  clients: ["ai-visibility"],
  "ai-visibility": ["scans"],
}

const onlyFromFoldersBefore = domainOrder.map((folder, i) => {
  const later = domainOrder.slice(i + 1).filter((name) => !againstTheOrder[folder]?.includes(name))
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
    forbid("components-know-no-server", "^components/", "^(app|server|inngest|prisma)/", {
      toAllowed: ["^server/trpc"],
    }),
    forbid("components-take-only-types", "^components/", "^server/trpc", { dependencyTypesNot: ["type-only"] }),
    forbid("primitives-know-no-product", "^components/ui/", "^(app|components|domain|server)/", {
      toAllowed: ["^components/ui/"],
    }),
    // main.ts opens and closes the process, what happens later included.
    forbid("server-knows-no-channel-above", "^server/", "^(app|components|inngest)/", {
      fromAllowed: ["^server/main\\.ts$"],
    }),
    // main.ts opens and closes the process, the database's pool included.
    forbid("server-has-no-queries", "^server/", "^prisma/", { fromAllowed: ["^server/main\\.ts$"] }),
    // The embedded engine keeps its queue in the database, and the listener opens a session of its own with it.
    forbid("inngest-knows-only-the-domain", "^inngest/", "^(app|components|server|prisma)/", {
      fromAllowed: ["^inngest/engine/", "^inngest/listener\\.ts$"],
    }),
    ...onlyFromFoldersBefore,
    everyFolderHasAPosition,
    forbid("domain-knows-no-channel", "^domain/", "^(app|components|server|inngest)/"),
    forbid("domain-knows-no-framework", "^domain/", "node_modules/(next|next-auth|react|react-dom|inngest|@trpc)/"),
    // Whatever reaches a receiver goes by deliveries/send, which checks where the socket leads (biome.json forbids fetch).
    forbid("only-send-reaches-receivers", "^domain/", "^(node:)?(http|https|http2)$|node_modules/undici/", {
      fromAllowed: [
        "^domain/(deliveries/(connections|exchange)|security/tunnel)\\.ts$",
        "^domain/ai-visibility/engines/engine-fetch\\.ts$",
      ],
    }),
    // The demo seed makes its team the way a customer would: with operations.
    forbid("prisma-knows-nobody", "^prisma/", "^(app|components|domain|server|inngest)/", {
      fromAllowed: ["^prisma/seed"],
    }),
    forbid("nobody-imports-the-scripts", "^(app|components|domain|server|inngest|prisma)/", "^scripts/"),
    forbid("the-product-needs-no-dev-package", "^(app|components|domain|server|inngest|prisma)/", "node_modules/", {
      dependencyTypes: ["npm-dev"],
      dependencyTypesNot: ["type-only"],
    }),
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could parse with.
    parser: "swc",
    // Of its own, with a "*" that leads nowhere: else the package inngest is taken for the folder of that name.
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
