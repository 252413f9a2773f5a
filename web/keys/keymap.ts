import { keyWords as words } from '../words/en-keys'
import { areSingleKeysOff } from './single-keys'

export type Command =
  | 'goAnywhere'
  | 'help'
  | 'leave'
  | 'inbox'
  | 'feed'
  | 'starred'
  | 'nextUnread'
  | 'nextDirect'
  | 'down'
  | 'up'
  | 'pageDown'
  | 'pageUp'
  | 'first'
  | 'newest'
  | 'reply'
  | 'edit'
  | 'star'
  | 'react'
  | 'markUnread'
  | 'menu'
  | 'card'
  | 'move'
  | 'history'
  | 'receipts'
  | 'collapse'
  | 'inContext'
  | 'follow'
  | 'recent'
  | 'search'
  | 'channelOrTopic'
  | 'quote'
  | 'forward'
  | 'replyToAuthor'
  | 'drafts'

type Binding = {
  command: Command
  /** As `event.key`, with `Ctrl-` before it for the control or command key. */
  keys: string[]
  /** Single keys do nothing while the user writes. The others always work. */
  isGlobal?: boolean
  text: string
}

/** All keys of the client. The handlers and the help page read this table. */
export const KEYMAP: Binding[] = [
  { command: 'goAnywhere', keys: ['Ctrl-k'], isGlobal: true, text: words.keys.goAnywhere },
  { command: 'leave', keys: ['Escape'], isGlobal: true, text: words.keys.leave },
  { command: 'nextUnread', keys: ['n'], text: words.keys.nextUnread },
  { command: 'nextDirect', keys: ['p'], text: words.keys.nextDirect },
  { command: 'down', keys: ['j', 'ArrowDown'], text: words.keys.down },
  { command: 'up', keys: ['k', 'ArrowUp'], text: words.keys.up },
  { command: 'pageDown', keys: [' ', 'PageDown', 'J'], text: words.keys.pageDown },
  { command: 'pageUp', keys: ['Shift- ', 'PageUp', 'K'], text: words.keys.pageUp },
  { command: 'first', keys: ['Home'], text: words.keys.first },
  { command: 'newest', keys: ['End', 'G'], text: words.keys.newest },
  { command: 'reply', keys: ['r', 'Enter'], text: words.keys.reply },
  { command: 'quote', keys: ['>'], text: words.keys.quote },
  { command: 'forward', keys: ['<'], text: words.keys.forward },
  { command: 'replyToAuthor', keys: ['R'], text: words.keys.replyToAuthor },
  { command: 'react', keys: ['+', ':'], text: words.keys.react },
  { command: 'star', keys: ['Ctrl-s'], text: words.keys.star },
  { command: 'edit', keys: ['e'], text: words.keys.edit },
  { command: 'markUnread', keys: ['U'], text: words.keys.markUnread },
  { command: 'menu', keys: ['i'], text: words.keys.menu },
  { command: 'card', keys: ['u'], text: words.keys.card },
  { command: 'move', keys: ['m'], text: words.keys.move },
  { command: 'history', keys: ['H'], text: words.keys.history },
  { command: 'receipts', keys: ['V'], text: words.keys.receipts },
  { command: 'collapse', keys: ['-'], text: words.keys.collapse },
  { command: 'inContext', keys: ['z'], text: words.keys.inContext },
  { command: 'follow', keys: ['f'], text: words.keys.follow },
  { command: 'search', keys: ['/'], text: words.keys.search },
  { command: 'recent', keys: ['t'], text: words.keys.recent },
  { command: 'channelOrTopic', keys: ['s'], text: words.keys.channelOrTopic },
  { command: 'inbox', keys: ['I'], text: words.keys.inbox },
  { command: 'feed', keys: ['a'], text: words.keys.feed },
  { command: 'starred', keys: ['*'], text: words.keys.starred },
  { command: 'drafts', keys: ['d'], text: words.keys.drafts },
  { command: 'help', keys: ['?'], text: words.keys.help },
]

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the binding of a key press. On keyboards with other scripts, the place of the key counts. */
export function bindingOf(press: Press): Binding | undefined {
  if (press.altKey) return undefined
  const name = nameOf(press)
  return KEYMAP.find(({ keys }) => keys.includes(name))
}

function nameOf({ key, code, ctrlKey, metaKey, shiftKey }: Press): string {
  const isForeign = key.length === 1 && key.codePointAt(0)! > 127
  const latin = isForeign ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key
  const cased = isForeign && !shiftKey ? latin.toLowerCase() : latin
  if (ctrlKey || metaKey) return `Ctrl-${cased.toLowerCase()}`
  return cased === ' ' && shiftKey ? 'Shift- ' : cased
}

type Handler = () => boolean | void

/** Calls the newest handler of a command. A handler that returns false leaves the key to the handler before it. */
export function createKeys() {
  const handlers = new Map<Command, Handler[]>()

  globalThis.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const binding = bindingOf(event)
    if (binding === undefined) return
    if (!binding.isGlobal && (isWriting(event.target) || (isCharacter(event) && areSingleKeysOff()))) return
    // A focused button or link keeps its own keys.
    if ((event.key === 'Enter' || event.key === ' ') && isControl(event.target)) return
    const called = handlers.get(binding.command)?.toReversed() ?? []
    if (called.some((handler) => handler() !== false)) event.preventDefault()
  })

  return {
    /** Adds handlers, and returns a function that removes them. */
    handle(added: Partial<Record<Command, Handler>>): () => void {
      const entries = KEYMAP.flatMap(({ command }) => {
        const handler = added[command]
        return handler === undefined ? [] : [{ command, handler }]
      })
      for (const { command, handler } of entries) handlers.set(command, [...(handlers.get(command) ?? []), handler])
      return () => {
        for (const { command, handler } of entries)
          handlers.set(command, handlers.get(command)?.filter((other) => other !== handler) ?? [])
      }
    },
  }
}

/** WCAG 2.1.4: a speaking user must be able to switch off shortcuts of a single character. */
const isCharacter = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('button, a, summary')
