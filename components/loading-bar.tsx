/**
 * A thin bar at the top of the window while a page or a changed list loads. It appears only after a moment, so that fast
 * answers show nothing. For screen readers, the new page itself is the answer.
 */
export const LoadingBar = () => (
  <span
    aria-hidden
    className="fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-[loading-bar_8s_ease-out_150ms_both] bg-accent"
  />
)
