/** The interval and the unit of a chart, such as "by day, in EUR", beside the title of its widget. */
export const TitleDetail = ({ text }: { text: string }) => text && <span className="text-quiet text-table">{text}</span>
