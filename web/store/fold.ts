/** Ignores upper and lower case, and accents. */
export const fold = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
