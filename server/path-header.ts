/**
 * Passes the requested address to server components. proxy.ts sets it on every page and overwrites what the caller
 * sent.
 */
export const pathHeader = "x-signalbox-path"
