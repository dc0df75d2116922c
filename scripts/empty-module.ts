/** Stands in for "server-only" outside Next, where nothing can leak into a browser. */
export {}
