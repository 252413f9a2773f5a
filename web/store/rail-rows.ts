type Rows<Key> = {
  isUnread: (key: Key) => boolean
  /** Whether the user is there. */
  isOpen: (key: Key) => boolean
  /** How many read rows are place, besides the open one. */
  most: number
  /** Whether unread rows stay where they are in the order of `keys`, because the user chose it. */
  isOwnOrder?: boolean
}

/** Returns the rows that a section of the rail shows: the unread ones first, then read ones, both in the order of `keys`. */
export function railRows<Key>(keys: readonly Key[], { isUnread, isOpen, most, isOwnOrder }: Rows<Key>): Key[] {
  let left = most
  const rows = keys.filter((key) => isUnread(key) || isOpen(key) || left-- > 0)
  return isOwnOrder ? rows : rows.toSorted((a, b) => Number(isUnread(b)) - Number(isUnread(a)))
}

/** Returns the keys in the order that the user chose. New ones come last. */
export function inOwnOrder<Key>(keys: readonly Key[], order: readonly string[]): Key[] {
  const placeOf = (key: Key) => order.indexOf(String(key)) + 1 || order.length + 1
  return keys.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Returns the rows while the pointer or the focus is in the rail: those of before, so that none changes its place. The place where
 * the user is comes to them.
 */
export function heldRows<Key>(before: readonly Key[], now: readonly Key[], isOpen: (key: Key) => boolean): Key[] {
  return [...before, ...now.filter((key) => isOpen(key) && !before.includes(key))]
}
