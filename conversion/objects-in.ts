/** Returns the items of a list that are objects. Archives have lists with gaps, which must not lose the message. */
export const objectsIn = <Item extends object>(list: readonly Item[] | null | undefined): Item[] =>
  Array.isArray(list) ? list.filter((item: unknown): item is Item => typeof item === 'object' && item !== null) : []
