/** Responds at /api/v1 itself with REST's 404 problem instead of a page. */
export * from "./[...path]/route"
