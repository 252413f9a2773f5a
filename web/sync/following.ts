import type { TabParts } from './leading'
import type { Status } from './queue-state'
import type { Sent } from './tabs'

/** Returns what the other tabs do: what the leading tab says. A tab that missed something asks for it. */
export function createFollowing({ position, handlers, saving, tabs }: TabParts, ownSession: () => string | undefined) {
  function takeState({ queue, state, session, status }: Extract<Sent, { kind: 'state' }>) {
    if (!position.replace(queue, state, session)) return
    saving.begin()
    change(status)
  }

  function takeEvents({ queue_id, after, events, to, status }: Extract<Sent, { kind: 'events' }>) {
    const queue = position.queue()
    if (queue === undefined || queue_id !== queue.queue_id || after > queue.last_event_id) return tabs.ask(queue)
    const { last_event_id } = queue
    const missing = events.filter(({ id }) => id > last_event_id)
    if (missing.length > 0 && !position.apply(missing)) return tabs.ask(undefined)
    saving.begin(missing)
    if (to !== undefined) handlers.caughtUp()
    change(status)
  }

  function change(status: Status) {
    if (status === 'loggedOut') saving.disable()
    position.change(status)
  }

  return (message: Sent) => {
    if (message.kind === 'leader') tabs.ask(position.queue())
    else if (message.kind === 'state') takeState(message)
    else if (message.kind === 'events') takeEvents(message)
    else if (message.kind === 'status') {
      const isOfOther = message.status !== 'loggedOut' && message.session !== ownSession()
      if (isOfOther) tabs.ask(undefined)
      else change(message.status)
    }
  }
}
