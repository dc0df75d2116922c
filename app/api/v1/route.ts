/** The address /api/v1 itself, which names nothing: the answer is REST's own 404, not a page. */
export * from "./[...path]/route"
