import { KEYMAP, type Binding, type Command } from './keymap'
import { ORGANIZATION_KEYS } from './organization-keys'

// The keys that a user chose, as the setting `parley_keys` has them: lists of keys by command, in JSON.

/** Commands whose keys the user chose. All others have their usual keys. */
export type OwnKeys = ReadonlyMap<Command, readonly string[]>

const usual: OwnKeys = new Map([...KEYMAP, ...ORGANIZATION_KEYS].map(({ command, keys }) => [command, keys]))

/** Keys that the browser does not give to pages, and those with which the focus moves. */
const OF_BROWSER = /^(?:Tab|Dead|Process|Unidentified|Ctrl-[ntw]|Alt-F4)$/
/** With these, the field to write in has its own meaning. */
const OF_WRITING = /^(?:Ctrl-(?:enter|['bi])|Alt-p)$/i

/** Returns the keys of a setting. What is no list of keys of a command does not count: a newer client may know more. */
export function parseKeys(setting: string): OwnKeys {
  const own = new Map<Command, readonly string[]>()
  const written = objectIn(setting)
  for (const command of usual.keys()) {
    const keys = written[command]
    if (Array.isArray(keys)) own.set(command, keys.map(String))
  }
  return own
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Returns the setting for keys. Usual keys are not written, so that a later version can change them. */
export function printKeys(own: OwnKeys): string {
  const chosen = [...own].filter(([command, keys]) => keys.join() !== usual.get(command)?.join())
  return chosen.length === 0 ? '' : JSON.stringify(Object.fromEntries(chosen))
}

/** The keymap has the chosen keys from now on, and the usual ones for all other commands. */
export function applyKeys(own: OwnKeys): void {
  for (const binding of KEYMAP) binding.keys = [...(own.get(binding.command) ?? usual.get(binding.command) ?? [])]
}

/** Returns the other commands that a key has. The first one in the table gets it. */
export const othersWith = (key: string, command: Command): Command[] =>
  KEYMAP.filter((other) => other.command !== command && other.keys.includes(key)).map((other) => other.command)

/** Why a command cannot have a key. */
export type Unusable = 'browser' | 'writing' | 'plain'

/** Returns why a command cannot have a key. A command that works everywhere must not take the characters that a user writes. */
export function whyUnusable({ isGlobal }: Pick<Binding, 'isGlobal'>, key: string): Unusable | undefined {
  if (OF_BROWSER.test(key)) return 'browser'
  if (OF_WRITING.test(key)) return 'writing'
  return isGlobal === true && !/^(?:Ctrl|Alt)-|^F\d+$|^Escape$/.test(key) ? 'plain' : undefined
}

/** Returns the keys after a command got one key in place of its others. Commands that had it lose it. */
export const withKey = (command: Command, key: string): OwnKeys => withKeys(command, [key])

const withKeys = (command: Command, chosen: readonly string[]): OwnKeys =>
  new Map(
    KEYMAP.map(({ command: other, keys }) => [
      other,
      other === command ? chosen : keys.filter((key) => !chosen.includes(key)),
    ]),
  )

/** Returns the keys after a command got its usual keys again. Other commands that have them lose them. */
export const withUsualKeys = (command: Command): OwnKeys => withKeys(command, usual.get(command) ?? [])

export const hasUsualKeys = ({ command, keys }: Binding): boolean => keys.join() === usual.get(command)?.join()
