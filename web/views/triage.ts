import { createMemo, createSignal } from 'solid-js'
import { notice, setNotice, store } from '../app'
import { policyOf, type UnreadConversation } from '../store/conversations'
import { words } from '../words/en'
import { markConversationRead } from '../base/mark-conversation-read'
import { FOLLOWED, INHERIT, MUTED, setTopicPolicy } from '../base/topic-actions'

/**
 * The decisions about the conversations of the inbox: done, keep, mute, follow. A kept conversation stays unread, at the end
 * of the list, until another message arrives in it.
 */
export function createTriage(entries: () => UnreadConversation[]) {
  const [kept, setKept] = createSignal(new Map<string, number>())
  const [decided, setDecided] = createSignal(0)
  const newestOf = ({ ids }: UnreadConversation) => ids.at(-1) ?? 0
  const isKept = (entry: UnreadConversation) => kept().get(entry.key) === newestOf(entry)
  const waiting = createMemo(() => entries().filter((entry) => !isKept(entry)).length)

  /** Counts a decision, and takes it out of the count again if the user undoes it. */
  function count() {
    setDecided(decided() + 1)
    const current = notice()
    if (current?.undo === undefined) return
    const { undo } = current
    setNotice({
      ...current,
      undo() {
        undo()
        setDecided(decided() - 1)
      },
    })
  }

  return {
    isKept,
    /** How many conversations the user has decided about. */
    decided,
    /** The same, and of how many. */
    progress: () => ({ decided: decided(), all: decided() + waiting() }),

    done: (entry: UnreadConversation) => {
      markConversationRead(entry.ids)
      count()
    },
    keep: (entry: UnreadConversation) => {
      const before = kept()
      setKept(new Map([...before, [entry.key, newestOf(entry)]]))
      setNotice({ text: words.triage.kept, undo: () => setKept(before) })
      count()
    },
    mute: ({ route }: UnreadConversation) => {
      if (route.view !== 'topic') return setNotice({ text: words.triage.directNotMuted })
      setTopicPolicy(route, MUTED)
      count()
    },
    /** Following is no decision about the messages, so the conversation stays where it is. */
    follow: ({ route }: UnreadConversation) => {
      if (route.view !== 'topic') return setNotice({ text: words.triage.directNotFollowed })
      const isFollowed = policyOf(store.state, route.stream_id, route.topic) === FOLLOWED
      setTopicPolicy(route, isFollowed ? INHERIT : FOLLOWED)
    },
    undo() {
      const undo = notice()?.undo
      if (undo === undefined) return setNotice({ text: words.triage.nothingToUndo })
      setNotice(undefined)
      undo()
    },
  }
}
