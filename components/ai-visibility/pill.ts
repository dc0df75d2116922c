/** Classes of a short label with a rounded background. The color is left to the label. */
export const pill = "rounded-full px-2 py-0.5 text-small"
