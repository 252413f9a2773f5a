import { store } from '../app'
import { glyphOf } from './emoji'
import type { Reaction } from '../store/messages'

/** An emoji that the server accepts. `names` are all its names, the usual one first. */
export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'> & {
  names: string[]
  glyph: string
  url?: string
}

let unicode: Promise<Emoji[]> | undefined
let loaded: Emoji[] = []

/** Fetches the names of all Unicode emoji once, from the server. The browser keeps them for a day. */
export function loadEmoji(): Promise<Emoji[]> {
  unicode ??= fetchNames().catch((error: unknown) => {
    unicode = undefined
    throw error
  })
  return unicode
}

async function fetchNames(): Promise<Emoji[]> {
  const { pathname } = new URL(store.state.server_emoji_data_url, location.href)
  const response = await fetch(pathname)
  const { code_to_names } = await response.json()
  loaded = Object.entries<string[]>(code_to_names).flatMap(([emoji_code, names]) => {
    const [emoji_name] = names
    const glyph = glyphOf(emoji_code)
    return emoji_name && glyph ? [{ emoji_name, emoji_code, reaction_type: 'unicode_emoji', names, glyph }] : []
  })
  return loaded
}

/** Returns the emoji of the organization, then the Unicode emoji that have been fetched. */
export function knownEmoji(): Emoji[] {
  const custom = Object.entries<{ name: string; source_url: string; deactivated: boolean }>(store.state.realm_emoji)
  return [
    ...custom
      .filter(([, { deactivated }]) => !deactivated)
      .map(([emoji_code, { name, source_url }]): Emoji => {
        const fields = { names: [name], glyph: '', url: source_url }
        return { emoji_name: name, emoji_code, reaction_type: 'realm_emoji', ...fields }
      }),
    ...loaded,
  ]
}
