import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { knownEmoji, loadEmoji, type Emoji } from './emoji-data'

const EMOJI_NAME = /:[\w+-]+:/

/** Changes when the names of emoji are there. They load only if a text has one. */
const [areNamesLoaded, setNamesLoaded] = createSignal(false)

/** Loads the names of emoji if a text has one. */
export function loadNamesFor(client: Client, text: string): void {
  if (EMOJI_NAME.test(text)) void loadEmoji(client).then(() => setNamesLoaded(true), client.report)
}

export function emojiNamed(client: Client, name: string): Emoji | undefined {
  areNamesLoaded()
  return knownEmoji(client).find(({ names }) => names.includes(name))
}
