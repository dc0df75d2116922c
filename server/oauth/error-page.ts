/** A small page for errors that must not be sent to an app. It loads nothing and runs no scripts. */
import "server-only"

/** The colors of app/globals.css. */
const style = `:root{color-scheme:light dark;background:light-dark(oklch(98.5% .003 95),oklch(17% .008 260));color:light-dark(oklch(22% .012 260),oklch(95% .004 95))}
body{font:14px/1.45 system-ui,sans-serif;max-width:24rem;margin:12vh auto;padding:0 1rem}
h1{font-size:24px;line-height:30px;font-weight:550;margin:1.5rem 0 .25rem}p{margin:0 0 1rem}
a,.arm{color:light-dark(oklch(52% .15 250),oklch(72% .13 250));stroke:currentColor}a{text-underline-offset:2px;line-height:24px}
.mark{display:flex;align-items:center;gap:.5rem;font-weight:550;font-size:16px}`

/** The mark of components/semaphore.tsx, with a level arm: "stop". */
const mark =
  '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.75" aria-hidden="true"><path d="M5 1.5v13M2.5 14.5h5" stroke-linecap="round"/><path class="arm" d="M5 4.5h9" stroke-width="2.75"/></svg>'

export const errorPage = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The app could not be connected · Signalbox</title><style>${style}</style></head>
<body><p class="mark">${mark}Signalbox</p><main><h1>The app could not be connected</h1><p>${escapeHtml(message)}</p>
<p><a href="/docs/mcp">How to connect an app</a></p></main></body></html>`,
    {
      status,
      headers: {
        ...headers,
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
      },
    },
  )

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
