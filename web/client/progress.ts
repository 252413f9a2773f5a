import { createSignal } from 'solid-js'
import type { Status } from '../sync/queue-state'

/** How far the client has come. */
export function createProgress() {
  const [status, setStatus] = createSignal<Status>('starting')
  const [isReady, setReady] = createSignal(false)
  /** How often the client registered. A view that shows a list of the server fetches it again, because events may be lost. */
  const [registrations, setRegistrations] = createSignal(0)
  /** Whether the state has all events that the server had at the start. */
  const [isCaughtUp, setCaughtUp] = createSignal(false)
  /** Whether a newer build of the client is there. */
  const [isUpdated, setUpdated] = createSignal(false)
  return {
    status,
    setStatus,
    isReady,
    setReady,
    registrations,
    isRegistered: () => void setRegistrations((number) => number + 1),
    isCaughtUp,
    setCaughtUp,
    isUpdated,
    setUpdated,
  }
}
