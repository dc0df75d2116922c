/** When a page of a team fails, the rail stays. */
"use client"

export { Failure as default } from "@/components/frame/failure"
