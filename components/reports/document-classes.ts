/**
 * Names the CSS classes that all pages with a report share. They are not in `report-document.tsx`, because the skeleton
 * uses them and must not load its charts.
 */

export const sectionTitle = "mb-5 break-after-avoid border-line border-b pb-2 text-title"
/** The bar between the title and the document: the period fields, and the line about the freshness of the data. */
export const reportToolbar =
  "mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-2.5 print:border-0 print:py-0 max-sm:[&>form]:w-full"
/** The column of a report, on every page that shows one. */
export const reportColumn = "mx-auto w-full max-w-[840px]"
/**
 * The line above the title: the logo or the name of the agency at the left, and the buttons at the right. Phones show
 * the buttons first. `items-end` aligns at the top, because `flex-wrap-reverse` also reverses the alignment.
 */
export const senderLine = "mb-5 flex flex-wrap-reverse items-end justify-between gap-x-6 gap-y-3"
/** The buttons of this line. It keeps its height without buttons, as in the editor. */
export const senderActions = "flex min-h-9 flex-wrap items-center gap-2 max-sm:w-full print:hidden"
