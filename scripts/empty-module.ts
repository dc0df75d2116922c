/**
 * Replaces the package "server-only" in bundles. It protects browser bundles, and these bundles run only on the server.
 */
export {}
