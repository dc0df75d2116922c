/** The Content-Security-Policy of pages: only scripts that carry the nonce of this response run. */

/** Carries the nonce from proxy.ts to the root layout. proxy.ts sets it on every page and replaces what the caller sent. */
export const nonceHeader = "x-signalbox-nonce"

/**
 * Styles may stand in the document: the charts and the toasts position their parts by style attributes, which no nonce can
 * cover. Scripts have no such exception.
 */
export function contentSecurityPolicy(nonce: string, { isDev, isHttps }: { isDev: boolean; isHttps: boolean }): string {
  return [
    "default-src 'self'",
    // React rebuilds stack traces by eval while developing, and only then.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ")
}
