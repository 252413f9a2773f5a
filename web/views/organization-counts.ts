import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import {
  countsIn,
  ORGANIZATIONS_KEY,
  organizationsIn,
  pauseAfter,
  type Counts,
  type Organization,
} from '../base/organization-list'

const [MILLISECONDS_BETWEEN, MILLISECONDS_PER_MINUTE] = [15_000, 60_000]
const MILLISECONDS_TO_ANSWER = 15_000
const UNAUTHORIZED = 401

/** Lets the service worker read a count address. The policy of the page allows it no other host. */
function readCounts({ origin, secret }: Organization): Promise<{ status: number; text: string } | undefined> {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker?.controller?.postMessage({ kind: 'counts', origin, secret }, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ status: number; text: string } | undefined>) => resolve(data)
    setTimeout(() => resolve(undefined), MILLISECONDS_TO_ANSWER)
  })
}

/**
 * The organizations of the user with their counts. The counts are read when the user comes to the page, and then after pauses that grow
 * while nothing changes. A hidden page asks for none.
 */
export function followOrganizations({ environment, signal, store }: Client) {
  const { storage } = environment
  const { user_id } = store.state
  const listed = () => organizationsIn(storage.getItem(ORGANIZATIONS_KEY), user_id)
  const [organizations, setOrganizations] = createSignal(listed())
  const [counts, setCounts] = createSignal<Readonly<Record<string, Counts>>>({})
  let [minutes, readAt, timer] = [1, -Infinity, 0]

  /** Reads the counts of one organization. Returns whether they changed. */
  async function read(organization: Organization): Promise<boolean> {
    const { origin } = organization
    const { status = 0, text = '' } = (await readCounts(organization)) ?? {}
    const [earlier, found] = [counts()[origin], status === 200 ? countsIn(text) : undefined]
    if (status === UNAUTHORIZED) forget(origin)
    if (found) setCounts((all) => ({ ...all, [origin]: found }))
    return found !== undefined && (found.unread !== earlier?.unread || found.mentions !== earlier.mentions)
  }

  /** The session there has ended, so its address tells nothing any more. The page /organizations gets another one. */
  function forget(origin: string): void {
    const entries = listed().map(({ secret, ...rest }) =>
      rest.origin === origin || !secret ? rest : { ...rest, secret },
    )
    storage.setItem(ORGANIZATIONS_KEY, JSON.stringify({ user_id, entries }))
    setOrganizations(entries)
    setCounts(({ [origin]: _, ...others }) => others)
  }

  async function readAll(): Promise<void> {
    clearTimeout(timer)
    if (signal.aborted || document.hidden || !navigator.serviceWorker?.controller) return
    readAt = Date.now()
    const changes = await Promise.all(
      organizations()
        .filter(({ secret }) => secret !== undefined)
        .map(read),
    )
    minutes = pauseAfter(minutes, changes.includes(true))
    clearTimeout(timer)
    timer = window.setTimeout(() => void readAll(), minutes * MILLISECONDS_PER_MINUTE)
  }

  const returns = () => {
    if (Date.now() - readAt >= MILLISECONDS_BETWEEN) void readAll()
  }
  addEventListener('focus', returns, { signal })
  document.addEventListener('visibilitychange', returns, { signal })
  navigator.serviceWorker?.addEventListener('controllerchange', () => void readAll(), { signal })
  // Another tab changed the list.
  addEventListener('storage', ({ key }) => key === ORGANIZATIONS_KEY && setOrganizations(listed()), { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  void readAll()
  return { organizations, counts }
}
