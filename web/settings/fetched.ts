import { createSignal, onMount } from 'solid-js'
import type { Client } from '../client/client'
import type { State, StateParts } from '../../client-state/wire'

/**
 * Returns what a request answers, and functions that ask again and that set a newer value. Undefined until the answer is there. An
 * answer that arrives after a newer value is dropped.
 */
export function fetched<Value>({ report }: Client, load: () => Promise<Value>) {
  const [value, keep] = createSignal<Value>()
  let newest = 0
  const setValue = (next: (before: Value | undefined) => Value): void => {
    newest += 1
    keep(next)
  }
  const refresh = async () => {
    const number = (newest += 1)
    try {
      const next = await load()
      if (number === newest) keep(() => next)
    } catch (error) {
      report(error)
    }
  }
  onMount(() => void refresh())
  return { value, refresh, setValue }
}

/** Returns parts of the state that the client does not keep, because only its settings show them. */
export async function stateOf({ ask }: Client, fetch_event_types: (keyof StateParts)[]): Promise<Partial<State>> {
  const state = await ask('POST /register', { fetch_event_types, event_types: ['heartbeat'] })
  if (state.queue_id !== null) await ask('DELETE /events', { queue_id: state.queue_id })
  return state
}

/** Sends a change and shows why the server refused it. Returns whether it was accepted. */
export async function attempt({ report }: Client, change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    report(error)
    return false
  }
}
