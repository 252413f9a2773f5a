import { optional, text } from '../../../api/params'

const MAX_NEXT_CHARACTERS = 4000

/** The parameter with the path to which a login leads. An agent's request is long. */
export const nextParam = optional(text(MAX_NEXT_CHARACTERS), '/')

// Any absolute URL: only the path is used.
const BASE = 'https://realm.invalid'

/**
 * Returns the path to which a login leads. A link from another site may contain any `next`, so a path of this realm is the only
 * one that counts; for everything else, this returns the path of the client. It is the path as a browser resolves it.
 */
export function ownPath(next: string): string {
  if (!next.startsWith('/') || !URL.canParse(next, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(next, BASE)
  return origin === BASE && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
