import { createEffect, on, onCleanup } from 'solid-js'
import type { Client } from '../client/client'
import type { UnreadConversation } from '../store/conversations'
import type { Triage } from './triage'

type KeysOf = {
  list: () => HTMLDivElement
  entries: () => UnreadConversation[]
  isActive: () => boolean
  triage: Triage
}

/** The keys of the list: they move the focus, and decide about the conversation that has it. */
export function handleInboxKeys({ go, keys }: Client, { list, entries, isActive, triage }: KeysOf) {
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

  const links = () => [...list().querySelectorAll<HTMLAnchorElement>('a.conv')]
  const currentAt = () => links().indexOf(links().find((link) => link === document.activeElement)!)
  const step = (direction: 1 | -1) => {
    if (!isActive()) return false
    const at = currentAt()
    links()[at === -1 ? 0 : at + direction]?.focus()
    return true
  }
  /** Decides about the conversation with the focus, and moves the focus on, because its row may go. */
  const decide = (decision: (entry: UnreadConversation) => void, moves: boolean) => () => {
    const at = currentAt()
    const entry = entries().find(({ key }) => key === links()[at]?.dataset.key)
    if (!isActive() || entry === undefined) return false
    const next = links()[at + 1] ?? links()[at - 1]
    focusedKey = moves ? next?.dataset.key : entry.key
    decision(entry)
    if (moves) next?.focus()
    return true
  }
  onCleanup(
    keys.handle({
      down: () => step(1),
      up: () => step(-1),
      edit: decide(triage.done, true),
      card: decide(triage.keep, true),
      move: decide(triage.mute, true),
      follow: decide(triage.follow, false),
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
