/** The address to which platforms send people back after consent for a data source. */
export { sourcesCallback as GET } from "@/server/sources-callback"
