import { keyWords as words } from '../words/en-keys'

const MODIFIERS = /^(?:Alt-)(?:Shift-)?/

/** Returns the name of a key of the keymap, as people read it. */
export function nameOfKey(key: string): string {
  const [modifiers = ''] = MODIFIERS.exec(key) ?? []
  const plain = key.slice(modifiers.length)
  return modifiers + (words.keyNames[plain] ?? nameWithCtrl(plain))
}

/** As the catalogue names Ctrl-K. */
const nameWithCtrl = (key: string) =>
  key.startsWith('Ctrl-') ? `${words.keyNames['Ctrl-k']?.slice(0, -1)}${key.slice(5).toUpperCase()}` : key
