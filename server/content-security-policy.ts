/** Builds the Content-Security-Policy of pages: only scripts with the nonce of this response run. */

/**
 * Passes the nonce from proxy.ts to the root layout. proxy.ts sets it on every page and overwrites what the caller
 * sent.
 */
export const nonceHeader = "x-signalbox-nonce"

/**
 * Returns the policy. It allows inline styles, because charts and toasts position their parts by style attributes,
 * which a nonce cannot cover. Scripts have no such exception.
 */
export function contentSecurityPolicy(nonce: string, { isDev, isHttps }: { isDev: boolean; isHttps: boolean }): string {
  return [
    "default-src 'self'",
    // React uses eval to rebuild stack traces in development only.
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
