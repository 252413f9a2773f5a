import { replicaPlace } from '../cache/places'
import { indexedStorage } from '../replica/indexed-storage'
import { Keeper } from '../replica/keeper'
import { createAsk, pause, Refusal } from '../wire/requests'
import type { News, Request } from './messages'

// Keeps the messages of the user in this browser. One tab runs it: the page tells it the events, and it fetches the rest.

const PAUSE_MILLISECONDS = 100
/** No more than this part of what the browser gives, and no more than so many bytes. */
const MAX_PART_OF_QUOTA = 0.5
const MAX_BYTES = 1_000_000_000

let keeper: Keeper | undefined

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind !== 'open') return void keeper?.receive(data)
  const { name, api, session, amount } = data
  keeper = new Keeper({
    storage: indexedStorage(replicaPlace(name)),
    ask: createAsk({ api }, { own: () => session, headers: () => ({ 'x-parley-session': session }) }),
    isSessionOver: (error) => error instanceof Refusal && error.status === 401,
    session,
    amount,
    notify: (news: News) => postMessage(news),
    now: () => Date.now() / 1000,
    room: roomIn,
    pause: () => pause(PAUSE_MILLISECONDS),
  })
})

async function roomIn(): Promise<{ isFull: boolean }> {
  const { usage = 0, quota = Infinity } = (await navigator.storage?.estimate?.()) ?? {}
  return { isFull: usage > Math.min(quota * MAX_PART_OF_QUOTA, MAX_BYTES) }
}
