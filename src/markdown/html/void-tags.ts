/** The elements that this library writes and that have no end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
