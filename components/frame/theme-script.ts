/** The person's choice of light or dark, kept in the browser; without one the system decides. */
export const themeKey = "signalbox-theme"

export const themeScript = `try{var t=localStorage.getItem("${themeKey}");if(t)document.documentElement.dataset.theme=t}catch{}`
