import { isComposing } from './composing'
import { areSingleKeysOff } from './single-keys'

export type Command =
  | 'goAnywhere'
  | 'goToChannel'
  | 'goToPerson'
  | 'goToSetting'
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
  | 'thumbsUp'
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
  | 'quote'
  | 'forward'
  | 'replyToAuthor'
  | 'drafts'
  | 'mention'
  | 'sameReaction'
  | 'write'
  | 'beside'
  | 'nextPane'
  | 'enlarge'
  | OrganizationCommand
  | LaterCommand

/** Only with several organizations: see `organization-keys.ts`. */
type OrganizationCommand = 'previousOrganization' | 'nextOrganization'

export type LaterCommand =
  | 'channelOrTopic'
  | 'newTopic'
  | 'newDirect'
  | 'topics'
  | 'directMessages'
  | 'nextFollowed'
  | 'previousChannel'
  | 'nextChannel'
  | 'previousConversation'
  | 'nextConversation'
  | 'previousUnread'
  | 'followingUnread'
  | 'muteTopic'
  | 'pictures'
  | 'status'

export type Binding = {
  command: Command
  /** As `event.key`, with `Ctrl-` before it for the control or command key, and `Alt-`. */
  keys: string[]
  /** Single keys do nothing while the user writes, or below a dialog. The others always work. */
  isGlobal?: boolean
}

/** Keys of commands whose code loads when the first one is pressed. */
export const LATER_KEYS: (Binding & { command: LaterCommand })[] = [
  { command: 'newTopic', keys: ['c'] },
  { command: 'channelOrTopic', keys: ['s'] },
  { command: 'newDirect', keys: ['x'] },
  { command: 'topics', keys: ['y'] },
  { command: 'directMessages', keys: ['P'] },
  { command: 'nextFollowed', keys: ['N'] },
  { command: 'previousChannel', keys: ['A'] },
  { command: 'nextChannel', keys: ['D'] },
  { command: 'previousConversation', keys: ['Alt-ArrowUp'], isGlobal: true },
  { command: 'nextConversation', keys: ['Alt-ArrowDown'], isGlobal: true },
  { command: 'previousUnread', keys: ['Alt-Shift-ArrowUp'], isGlobal: true },
  { command: 'followingUnread', keys: ['Alt-Shift-ArrowDown'], isGlobal: true },
  { command: 'muteTopic', keys: ['M'] },
  { command: 'pictures', keys: ['v'] },
  { command: 'status', keys: ['Y'] },
]

/**
 * All keys of the client. The handlers and the help page read this table. The catalogue says what each does. The keys that a user
 * chose replace those of their commands: see `own-keys.ts`.
 */
export const KEYMAP: Binding[] = [
  { command: 'goAnywhere', keys: ['Ctrl-k'], isGlobal: true },
  { command: 'goToChannel', keys: ['q'] },
  { command: 'goToPerson', keys: ['w'] },
  { command: 'goToSetting', keys: ['Ctrl-,'], isGlobal: true },
  { command: 'leave', keys: ['Escape'], isGlobal: true },
  { command: 'nextUnread', keys: ['n'] },
  { command: 'nextDirect', keys: ['p'] },
  { command: 'write', keys: ['Ctrl-.'], isGlobal: true },
  { command: 'beside', keys: ['Ctrl-Enter'] },
  { command: 'nextPane', keys: ['F6'], isGlobal: true },
  { command: 'enlarge', keys: ['o'] },
  { command: 'down', keys: ['j', 'ArrowDown'] },
  { command: 'up', keys: ['k', 'ArrowUp'] },
  { command: 'pageDown', keys: [' ', 'PageDown', 'J'] },
  { command: 'pageUp', keys: ['Shift- ', 'PageUp', 'K'] },
  { command: 'first', keys: ['Home'] },
  { command: 'newest', keys: ['End', 'G'] },
  { command: 'reply', keys: ['r', 'Enter'] },
  { command: 'quote', keys: ['>'] },
  { command: 'forward', keys: ['<'] },
  { command: 'replyToAuthor', keys: ['R'] },
  { command: 'mention', keys: ['@'] },
  { command: 'thumbsUp', keys: ['+'] },
  { command: 'react', keys: [':'] },
  { command: 'sameReaction', keys: ['='] },
  { command: 'star', keys: ['Ctrl-s'] },
  { command: 'edit', keys: ['e'] },
  { command: 'markUnread', keys: ['U'] },
  { command: 'menu', keys: ['i'] },
  { command: 'card', keys: ['u'] },
  { command: 'move', keys: ['m'] },
  { command: 'history', keys: ['H'] },
  { command: 'receipts', keys: ['V'] },
  { command: 'collapse', keys: ['-'] },
  { command: 'inContext', keys: ['z'] },
  { command: 'follow', keys: ['f'] },
  { command: 'search', keys: ['/'] },
  { command: 'recent', keys: ['t'] },
  { command: 'inbox', keys: ['I'] },
  { command: 'feed', keys: ['a'] },
  { command: 'starred', keys: ['*'] },
  { command: 'drafts', keys: ['d'] },
  ...LATER_KEYS,
  { command: 'help', keys: ['?'] },
]

/** Keys that act on the message with the focus. */
export const MESSAGE_COMMANDS = [
  'star',
  'react',
  'thumbsUp',
  'markUnread',
  'quote',
  'forward',
  'replyToAuthor',
  'mention',
  'sameReaction',
  'edit',
  'menu',
  'card',
  'move',
  'history',
  'receipts',
  'collapse',
  'inContext',
] as const satisfies Command[]
export type MessageCommand = (typeof MESSAGE_COMMANDS)[number]

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the binding of a key press. On keyboards with other scripts, the place of the key counts. */
export function bindingOf(press: Press): Binding | undefined {
  const name = nameOf(press)
  return KEYMAP.find(({ keys }) => keys.includes(name))
}

/** Returns the name of a key press in the table. */
export function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  if (altKey) return `Alt-${shiftKey ? 'Shift-' : ''}${key}`
  const isForeign = key.length === 1 && key.codePointAt(0)! > 127
  const latin = isForeign ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key
  const cased = isForeign && !shiftKey ? latin.toLowerCase() : latin
  if (ctrlKey || metaKey) return `Ctrl-${cased.length > 1 ? cased : cased.toLowerCase()}`
  return cased === ' ' && shiftKey ? 'Shift- ' : cased
}

export type Handler = () => boolean | void

/** Calls the newest handler of a command. A handler that returns false leaves the key to the handler before it. */
export function createKeys(root: HTMLElement, signal: AbortSignal) {
  const handlers = new Map<Command, Handler[]>()
  const call = (command: Command): boolean => {
    const called = handlers.get(command)?.toReversed() ?? []
    return called.some((handler) => handler() !== false)
  }

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event) || !isFor(root, event)) return
    const binding = bindingOf(event)
    if (binding === undefined) return
    if (!binding.isGlobal && (isWriting(event.target) || isOff(event) || document.querySelector('dialog:modal'))) return
    // A focused button or link keeps its own keys.
    if ((event.key === 'Enter' || event.key === ' ') && isControl(event.target) && !event.ctrlKey && !event.metaKey)
      return
    if (call(binding.command)) event.preventDefault()
  }
  globalThis.addEventListener('keydown', press, { signal })

  return {
    /** Runs a command, as its key does. Returns whether a handler took it. */
    call,
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

/** Without a focus, the key is for the client of the page. */
const isFor = (root: HTMLElement, { target }: KeyboardEvent) =>
  root === document.body || (target instanceof Node && root.contains(target))

/** WCAG 2.1.4: a speaking user must be able to switch off shortcuts of a single character. */
const isOff = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && areSingleKeysOff()

/** Whether the element takes text. */
export const isWriting = (target: EventTarget | null) => isElement(target, 'input, textarea, select, :read-write')

const isControl = (target: EventTarget | null) => isElement(target, 'button, a, summary')

const isElement = (target: EventTarget | null, selector: string) =>
  target instanceof HTMLElement && target.matches(selector)
