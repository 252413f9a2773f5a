import type { Client } from '../client/client'
import { fold } from '../store/fold'
import type { Reaction } from '../store/messages'
import { glyphOf } from './emoji'

/**
 * An emoji that the server accepts. `names` are all its names for the server, the usual one first. `called` are its name and other
 * words for it in the language of the interface, if that is not English. `searched` are both as a search compares them, in this order.
 */
export type Emoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'> & {
  names: string[]
  called?: string[]
  searched: string[]
  glyph: string
  url?: string
}

let unicode: Promise<Emoji[]> | undefined
let loaded: Emoji[] = []

/** Fetches the names of all Unicode emoji once: from the server, and from the texts of the language. The browser keeps them for a day. */
export function loadEmoji(client: Client): Promise<Emoji[]> {
  unicode ??= fetchNames(client).catch((error: unknown) => {
    unicode = undefined
    throw error
  })
  return unicode
}

async function fetchNames({ store }: Client): Promise<Emoji[]> {
  const { pathname } = new URL(store.state.server_emoji_data_url, location.href)
  const [response, called] = await Promise.all([fetch(pathname), ownNames()])
  const { code_to_names }: { code_to_names: Record<string, string[]> } = await response.json()
  loaded = Object.entries(code_to_names).flatMap(([emoji_code, names]) => {
    const [emoji_name] = names
    const glyph = glyphOf(emoji_code)
    if (!emoji_name || !glyph) return []
    const own = called.get(emoji_code)
    const searched = [...names, ...(own ?? [])].map(searchable)
    return [{ emoji_name, emoji_code, reaction_type: 'unicode_emoji', names, called: own, searched, glyph }]
  })
  return loaded
}

/** Without them, the emoji have their English names. */
async function ownNames(): Promise<Map<string, string[]>> {
  try {
    return await (await import('../words/emoji-names')).loadEmojiNames()
  } catch {
    return new Map()
  }
}

/** Returns what the user reads as the name of an emoji: in their language, or as the server names it. */
export const shownName = ({ called, emoji_name }: Emoji): string => called?.[0] ?? `:${emoji_name}:`

/** Returns a name, or what a user searches for, as they are compared: `Herz_mit_Pfeil` finds `Herz mit Pfeil`. */
export const searchable = (name: string): string => fold(name).replaceAll(/[\s-]+/g, '_')

/** Returns the emoji of the organization, then the Unicode emoji that have been fetched. */
export function knownEmoji({ store }: Client): Emoji[] {
  const custom = Object.entries<{ name: string; source_url: string; deactivated: boolean }>(store.state.realm_emoji)
  return [
    ...custom
      .filter(([, { deactivated }]) => !deactivated)
      .map(([emoji_code, { name, source_url }]): Emoji => {
        const fields = { names: [name], searched: [searchable(name)], glyph: '', url: source_url }
        return { emoji_name: name, emoji_code, reaction_type: 'realm_emoji', ...fields }
      }),
    ...loaded,
  ]
}
