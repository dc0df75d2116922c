/** The not-found page inside the frame of the pages outside any team, such as the operator's pages. */
export { PageNotFound as default } from "@/components/frame/page-not-found"

export const metadata = { title: "Not found" }
