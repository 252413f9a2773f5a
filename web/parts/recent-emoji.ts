import { remember, remembered } from '../base/remembered'

const NAME = 'recent-emoji'
const MOST = 16

/** Returns the names of the emoji that were chosen last in this browser. */
export const recentEmoji = (): string[] => remembered(localStorage, NAME)

export const rememberEmoji = (name: string) => remember(localStorage, NAME, name, MOST)
