/** The date of a citation, in the time zone of the page. The exact time is shown on hover. */
"use client"

import { formatDate } from "@/components/format-date"
import { FormattedTime } from "@/components/time"

export const CitedDate = ({ at }: { at: string }) => <FormattedTime at={at} format={formatDate} />
