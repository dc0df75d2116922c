/** Button that opens the print dialog of the browser, which can also save a PDF. */
"use client"

import { Button } from "@/components/ui/button"

export function PrintButton() {
  return (
    <Button size="small" className="h-8 print:hidden" onClick={() => window.print()}>
      Print or save as PDF
    </Button>
  )
}
