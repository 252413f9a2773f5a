import { createEffect, on, onCleanup } from 'solid-js'
import type { Client } from '../client/client'
import type { UnreadConversation } from '../store/conversations'
import type { List, Selection } from './inbox-selection'
import type { Triage } from './triage'

type KeysOf = List & { triage: Triage; selection: Selection }

/** The keys of the list: they move the focus, and decide about the conversation that has it. */
export function handleInboxKeys(client: Client, { entries, isActive, triage, selection }: KeysOf) {
  const { go, keys } = client
  const { links, currentAt, keyAt } = selection
  let focusedKey: string | undefined
  // A row that changes its section is drawn anew. The focus stays with its conversation.
  createEffect(
    on(entries, () =>
      queueMicrotask(() => {
        if (!isActive() || document.activeElement !== document.body || focusedKey === undefined) return
        ;(links().find(({ dataset }) => dataset.key === focusedKey) ?? links()[0])?.focus()
      }),
    ),
  )

  const step = (direction: 1 | -1) => {
    if (!isActive()) return false
    const at = currentAt()
    links()[at === -1 ? 0 : at + direction]?.focus()
    return true
  }
  /** Decides about the selected conversations or the one with the focus, and moves the focus on, because their rows may go. */
  const decide = (decision: (...all: UnreadConversation[]) => void, moves: boolean) => () => {
    const at = currentAt()
    const all = selection.selected()
    if (all.length === 0) all.push(...entries().filter(({ key }) => key === keyAt(at)))
    if (!isActive() || all.length === 0) return false
    const goes = ({ dataset }: HTMLElement) => all.some(({ key }) => key === dataset.key)
    const next = links().find((link, place) => place > at && !goes(link)) ?? links().findLast((link) => !goes(link))
    focusedKey = moves ? next?.dataset.key : keyAt(at)
    decision(...all)
    selection.clear()
    if (moves) next?.focus()
    return true
  }
  onCleanup(
    keys.handle({
      ...selection.keys,
      down: () => step(1),
      up: () => step(-1),
      edit: decide(triage.done, true),
      card: decide(eachOf(client, triage.keep), true),
      move: decide(eachOf(client, triage.mute), true),
      follow: decide(eachOf(client, triage.follow), false),
      inContext() {
        if (!isActive()) return false
        triage.undo()
        return true
      },
      reply() {
        const [first] = entries()
        if (!isActive() || first === undefined || currentAt() !== -1) return false
        go(first.route)
        return true
      },
    }),
  )
}

/** Decides about several conversations, and undoes all of it at once. */
const eachOf =
  ({ notice, setNotice }: Client, decision: (entry: UnreadConversation) => void) =>
  (...all: UnreadConversation[]) => {
    const undos = all.map((entry) => {
      decision(entry)
      return notice()?.undo
    })
    const last = notice()
    if (all.length > 1 && last?.undo !== undefined)
      setNotice({
        ...last,
        undo() {
          for (const undo of undos.toReversed()) undo?.()
        },
      })
  }
