import { createSignal, onMount } from 'solid-js'
import type { Json } from '../../client-state/reducer'
import { report } from '../app'
import { ask } from '../wire/requests'

/** Returns what a request answers, and a function that asks again. Undefined until the answer is there. */
export function fetched<Value = Json>(load: () => Promise<Value>) {
  const [value, setValue] = createSignal<Value>()
  const refresh = async () => {
    try {
      const next = await load()
      setValue(() => next)
    } catch (error) {
      report(error)
    }
  }
  onMount(() => void refresh())
  return { value, refresh, setValue }
}

/** Returns parts of the state that the client does not keep, because only its settings show them. */
export async function stateOf(fetch_event_types: string[]): Promise<Json> {
  const state = await ask('POST /register', { fetch_event_types, event_types: ['heartbeat'] })
  if (state.queue_id !== null) await ask('DELETE /events', { queue_id: state.queue_id })
  return state
}

/** Sends a change and shows why the server refused it. Returns whether it was accepted. */
export async function attempt(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    report(error)
    return false
  }
}
