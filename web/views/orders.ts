import { createMemo } from 'solid-js'
import { remember, remembered } from '../base/remembered'
import type { Client } from '../client/client'
import { bestMatches, foldedName } from '../store/best-matches'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { buttonCommands } from './button-commands'
import type { Choice, ChoiceGroup } from './choice'
import { commandsOf, type CommandChoice } from './commands'

const USED = 'used-commands'
const MAX_USED = 20

/** How many entries a group has at most, among places and alone. */
const FEW = 6
const ALL = 200

type Parts = { query: () => string; settings: () => readonly Choice[] }

/** What the list of `Ctrl-K` does instead of opening a place: commands and settings. Those that were used last come first. */
export function createOrders(client: Client, { query, settings }: Parts) {
  const { storage } = client.environment
  const commands = createCommands(client, query)
  const used = new Map(remembered(storage, USED).map((name, at) => [name, at]))
  const nameOf = ({ name }: Choice) => foldedName(name)
  const preference = ({ name }: Choice) => used.get(name)

  const group = (title: string, all: readonly Choice[], text: string, limits: { most: number; forgives: boolean }) => ({
    title,
    choices: bestMatches(all, text, { ...limits, nameOf, preference }).map((entry) => ({
      ...entry,
      choose() {
        remember(storage, USED, entry.name, MAX_USED)
        entry.choose()
      },
    })),
  })
  const groups =
    (most: number) =>
    (text: string, forgives: boolean): ChoiceGroup[] => [
      group(laterWords.switcher.commands, commands(), text, { most, forgives }),
      group(words.settings, settings(), text, { most, forgives }),
    ]
  return { few: groups(FEW), all: groups(ALL) }
}

/** The commands, and the buttons in sight that no command names. Until the user writes, the list needs no look at the page. */
function createCommands(client: Client, query: () => string) {
  // The field takes the focus, and gives it back before a command runs.
  const focused = document.activeElement?.closest<HTMLElement>('[data-id]')
  const message = client.store.messages.get(Number(focused?.dataset.id))
  const named = createMemo(() => commandsOf(client, message))
  let found: CommandChoice[] | undefined
  const others = () => {
    found ??= buttonCommands(client)
    const names = new Set(named().map(({ name }) => name))
    return found.filter(({ name }) => !names.has(name))
  }
  return createMemo(() =>
    [...named(), ...(query() === '' ? [] : others())].map(({ run, ...entry }): Choice => ({ ...entry, choose: run })),
  )
}
