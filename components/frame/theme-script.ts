/** Stores the user's theme, and applies it on every page. Without a choice, the operating system's theme is used. */

const themeKey = "signalbox-theme"

/** An inline script that applies the stored theme before the first paint, so that no other theme flashes. */
export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t)document.documentElement.dataset.theme=t}catch{}`

/** Stores the choice, or removes it if `theme` is empty. Browsers that block storage keep no choice. */
export function storeTheme(theme: string) {
  try {
    if (theme) localStorage.setItem(themeKey, theme)
    else localStorage.removeItem(themeKey)
  } catch {}
}
