/** Skeleton of the report editor, which looks like the report. */
export { default } from "../(document)/loading"
