const COMPOSING = 229

/**
 * Returns whether an input method takes the key, as for Japanese. WebKit ends the composition before it reports the Enter that
 * ended it. Then `isComposing` is false already, and only the code tells that the key is not for the page.
 */
export const isComposing = ({ isComposing: is, keyCode }: KeyboardEvent): boolean => is || keyCode === COMPOSING
