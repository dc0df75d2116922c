/**
 * A thin bar at the top of the window while a page or a changed list loads. It appears only after a moment, so that fast
 * answers show nothing. For screen readers, the new page itself is the answer. app/globals.css has its look.
 */
export const LoadingBar = () => <span aria-hidden className="loading-bar" />
