/** Builds the Content-Security-Policy of pages: only scripts with the nonce of this response run. */

/**
 * Passes the nonce from proxy.ts to the root layout. proxy.ts sets it on every page and overwrites what the caller
 * sent.
 */
export const nonceHeader = "x-signalbox-nonce"

type Policy = { isDev: boolean; isHttps: boolean; path: string }

/**
 * Submitting the form of the consent page redirects to the app: to any https host, to http on the user's machine, or to
 * the scheme of an app. Browsers apply `form-action` and `upgrade-insecure-requests` to such a redirect as well, so
 * this page has neither.
 */
const consentPath = "/oauth/consent/"

/**
 * Returns the policy. It allows inline styles, because charts position their parts by style attributes,
 * which a nonce cannot cover. Scripts have no such exception.
 */
export function contentSecurityPolicy(nonce: string, { isDev, isHttps, path }: Policy): string {
  const isConsentPage = path.startsWith(consentPath)
  return [
    "default-src 'self'",
    // React uses eval to rebuild stack traces in development only.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    ...(isConsentPage ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    ...(isHttps && !isConsentPage ? ["upgrade-insecure-requests"] : []),
  ].join("; ")
}
