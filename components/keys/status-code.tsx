/** An HTTP status with a dot in the color of its class. */
export function StatusCode({ status }: { status: number }) {
  const colorClass = status < 400 ? "bg-clear" : status < 500 ? "bg-caution" : "bg-danger"
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={`mr-1.5 inline-block size-1.5 rounded-full align-middle ${colorClass}`} />
      {status}
    </span>
  )
}
