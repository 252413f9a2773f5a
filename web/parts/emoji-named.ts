import { createSignal } from 'solid-js'
import { report } from '../app'
import { knownEmoji, loadEmoji, type Emoji } from './emoji-data'

const EMOJI_NAME = /:[\w+-]+:/

/** Changes when the names of emoji are there. They load only if a text has one. */
const [areNamesLoaded, setNamesLoaded] = createSignal(false)

/** Loads the names of emoji if a text has one. */
export function loadNamesFor(text: string): void {
  if (EMOJI_NAME.test(text)) void loadEmoji().then(() => setNamesLoaded(true), report)
}

export function emojiNamed(name: string): Emoji | undefined {
  areNamesLoaded()
  return knownEmoji().find(({ names }) => names.includes(name))
}
