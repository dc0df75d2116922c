/** Tells server components which address was asked for; proxy.ts sets it on every page, whatever the caller sent. */
export const pathHeader = "x-signalbox-path"
