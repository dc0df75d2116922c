/** Passes /api/v1, a path without an operation, to REST. It responds with a 404 problem instead of a page. */
export * from "./[...path]/route"
