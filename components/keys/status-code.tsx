/** An HTTP status with the colour of its kind beside it. */
export function StatusCode({ status }: { status: number }) {
  const look = status < 400 ? "bg-clear" : status < 500 ? "bg-caution" : "bg-danger"
  return (
    <span className="figures inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-1.5 rounded-full ${look}`} />
      {status}
    </span>
  )
}
