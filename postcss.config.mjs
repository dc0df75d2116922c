/** Tailwind 4 is one PostCSS plug-in; its theme lives in app/globals.css. */
export default { plugins: { "@tailwindcss/postcss": {} } }
