/** The error page inside a team. The navigation rail remains. */
"use client"

export { ErrorPage as default } from "@/components/frame/error-page"
