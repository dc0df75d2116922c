/** An HTTP status with a dot in the color of its class. */
export function StatusCode({ status }: { status: number }) {
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={`mr-1.5 inline-block size-1.5 rounded-full align-middle ${dotColor(status)}`} />
      {status}
    </span>
  )
}

function dotColor(status: number) {
  if (status < 400) return "bg-clear"
  return status < 500 ? "bg-caution" : "bg-danger"
}
