/** The not-found page inside the frame of the pages about a person's account, such as the operator's pages. */
export { PageNotFound as default } from "@/components/frame/page-not-found"

export const metadata = { title: "Not found" }
