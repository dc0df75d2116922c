/** A small page for errors that must not be sent to an app. It loads nothing and runs no scripts. */
import "server-only"

/** The colors of app/globals.css. */
const style = `:root{color-scheme:light dark;background:light-dark(oklch(98.5% .003 95),oklch(17% .008 260));color:light-dark(oklch(22% .012 260),oklch(95% .004 95))}
body{font:14px/1.45 system-ui,sans-serif;max-width:24rem;margin:12vh auto;padding:0 1rem}
h1{font-size:24px;line-height:30px;font-weight:550;margin:1.5rem 0 .25rem}p{margin:0}`

export const errorPage = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The app could not be connected · Signalbox</title><style>${style}</style></head>
<body><p><b>Signalbox</b></p><h1>The app could not be connected</h1><p>${escapeHtml(message)}</p></body></html>`,
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
