import type { Client } from '../client/client'

/** Whether the user sees a call that runs. Only then the scripts of calls load. */
export function hasCalls({ store, watch }: Client): boolean {
  watch('calls')
  return store.state.parley_calls.length > 0
}
