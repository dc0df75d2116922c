/** The localStorage key of the user's theme. Without a stored choice the operating system's theme is used. */
export const themeKey = "signalbox-theme"

/** An inline script that applies the stored theme before the first paint, so that no other theme flashes. */
export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t)document.documentElement.dataset.theme=t}catch{}`
