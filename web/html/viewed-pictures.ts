import { createEffect, createSignal, on } from 'solid-js'
import type { Client } from '../client/client'
import type { Part } from '../routes/second-pane'
import type { Message } from '../store/messages'
import { picturesAround, picturesOf, type Page, type Picture } from './conversation-pictures'

/** Returns a message that the client has, or that it fetches. */
export async function messageOf({ history, report, store }: Client, id: number): Promise<Message | undefined> {
  const stored = store.messages.get(id)
  if (stored !== undefined) return stored
  const [found] = await history.byIds([id]).catch((error: unknown) => {
    report(error)
    return []
  })
  return found
}

const NONE: Page = { pictures: [], foundOldest: true, foundNewest: true }

/** The pictures of the conversation around the one that the address names. */
export function createPictures(client: Client, part: () => Part, show: (part: Part) => void) {
  const [page, setPage] = createSignal(NONE)
  const [isMissing, setMissing] = createSignal(false)
  const index = () => page().pictures.findIndex((picture) => isThat(picture, part()))
  const picture = (): Picture | undefined => page().pictures[index()]

  async function open() {
    const { message_id } = part()
    const message = await messageOf(client, message_id)
    if (part().message_id !== message_id) return
    setPage({ ...NONE, pictures: message === undefined ? [] : picturesOf(message) })
    setMissing(picture() === undefined)
    if (message === undefined || isMissing()) return
    const around = await picturesAround(client, message, 'both')
    // The user may have opened another one, or the message may have no picture any more.
    if (around.pictures.some((one) => isThat(one, part()))) setPage(around)
  }

  /** Fetches the next page before the user has reached the end of this one. */
  async function loadBeyond(direction: 'older' | 'newer') {
    const { pictures, foundOldest, foundNewest } = page()
    const isOlder = direction === 'older'
    const edge = (isOlder ? pictures[0] : pictures.at(-1))?.message
    if (edge === undefined || (isOlder ? foundOldest : foundNewest)) return
    const more = await picturesAround(client, edge, direction)
    if (page().pictures !== pictures) return
    setPage({
      pictures: isOlder ? [...more.pictures, ...pictures] : [...pictures, ...more.pictures],
      foundOldest: isOlder ? more.foundOldest : foundOldest,
      foundNewest: isOlder ? foundNewest : more.foundNewest,
    })
  }

  createEffect(on(part, () => index() === -1 && void open()))
  return {
    page,
    index,
    picture,
    isMissing,
    move(by: 1 | -1) {
      const next = page().pictures[index() + by]
      if (next === undefined) return
      show({ part: 'picture', message_id: next.message.id, at: next.at })
      if (index() === 0) void loadBeyond('older')
      if (index() === page().pictures.length - 1) void loadBeyond('newer')
    },
  }
}

const isThat = ({ message, at }: Picture, part: Part) => message.id === part.message_id && at === part.at
