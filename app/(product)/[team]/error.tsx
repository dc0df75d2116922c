/** The error page inside a team. The navigation rail remains. */
"use client"

export { Failure as default } from "@/components/frame/failure"
