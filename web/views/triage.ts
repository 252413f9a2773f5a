import { createMemo, createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { policyOf, type UnreadConversation } from '../store/conversations'
import { words } from '../words/en'
import { markConversationRead } from '../base/mark-conversation-read'
import { FOLLOWED, INHERIT, MUTED, setTopicPolicy } from '../base/topic-policy'

export type Triage = ReturnType<typeof createTriage>

/**
 * The decisions about the conversations of the inbox: done, keep, mute, follow. A kept conversation stays unread, at the end
 * of the list, until another message arrives in it.
 */
export function createTriage(client: Client, entries: () => UnreadConversation[]) {
  const [kept, setKept] = createSignal(new Map<string, number>())
  const [decided, setDecided] = createSignal(0)
  const newestOf = ({ ids }: UnreadConversation) => ids.at(-1) ?? 0
  const isKept = (entry: UnreadConversation) => kept().get(entry.key) === newestOf(entry)
  const waiting = createMemo(() => entries().filter((entry) => !isKept(entry)).length)

  /** Counts decisions, and takes them out of the count again if the user undoes them. */
  function count(number = 1) {
    setDecided(decided() + number)
    const current = client.notice()
    if (current?.undo === undefined) return
    const { undo } = current
    client.setNotice({
      ...current,
      undo() {
        undo()
        setDecided(decided() - number)
      },
    })
  }

  return {
    isKept,
    /** How many conversations the user has decided about. */
    decided,
    /** The same, and of how many. */
    progress: () => ({ decided: decided(), all: decided() + waiting() }),

    done: (...all: UnreadConversation[]) => {
      markConversationRead(
        client,
        all.flatMap(({ ids }) => ids),
      )
      count(all.length)
    },
    keep: (entry: UnreadConversation) => {
      const before = kept()
      setKept(new Map([...before, [entry.key, newestOf(entry)]]))
      client.setNotice({ text: words.triage.kept, undo: () => setKept(before) })
      count()
    },
    mute: ({ route }: UnreadConversation) => {
      if (route.view !== 'topic') return client.setNotice({ text: words.triage.directNotMuted })
      setTopicPolicy(client, route, MUTED)
      count()
    },
    /** Following is no decision about the messages, so the conversation stays where it is. */
    follow: ({ route }: UnreadConversation) => {
      if (route.view !== 'topic') return client.setNotice({ text: words.triage.directNotFollowed })
      const isFollowed = policyOf(client.store.state, route.stream_id, route.topic) === FOLLOWED
      setTopicPolicy(client, route, isFollowed ? INHERIT : FOLLOWED)
    },
    undo() {
      const undo = client.notice()?.undo
      if (undo === undefined) return client.setNotice({ text: words.triage.nothingToUndo })
      client.setNotice(undefined)
      undo()
    },
  }
}
