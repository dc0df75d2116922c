/** The redirect URI to which platforms send the user after consent for a data source. */
export { sourcesCallback as GET } from "@/server/sources-callback"
