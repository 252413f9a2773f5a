import { createSignal, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { Route } from '../routes/route'
import { words } from '../words/en'
import { mediaWords } from '../words/en-media'
import { pictureOf, PICTURES, picturesAround, type Page } from './conversation-pictures'
import './viewer.css'

type Props = { link: HTMLAnchorElement; close: () => void }

/** The pictures around the one that the user opened, and which of them is shown. */
function createPictures(client: Client, link: HTMLAnchorElement) {
  const { near: _, ...place } = client.route()
  const view: Route = place
  const row = link.closest<HTMLElement>('[data-id]')
  const id = row === null ? undefined : Number(row.dataset.id)
  const clicked = pictureOf(link, id)
  // A message may have the same picture twice.
  const nth = [...(row?.querySelectorAll(PICTURES) ?? [])].indexOf(link)
  const [page, setPage] = createSignal<Page>({ pictures: [clicked], foundOldest: true, foundNewest: true })
  const [at, setAt] = createSignal(0)
  const picture = () => page().pictures[at()] ?? clicked

  async function loadAround() {
    if (id === undefined) return
    const around = await picturesAround(client, view, id, 'both')
    const first = around.pictures.findIndex(({ message_id }) => message_id === id)
    // A view such as a search may not have the message any more.
    if (first === -1) return
    setPage(around)
    setAt(first + Math.max(0, nth))
  }

  /** Fetches the next page before the user has reached the end of this one. */
  async function loadBeyond(direction: 'older' | 'newer') {
    const { pictures, foundOldest, foundNewest } = page()
    const isOlder = direction === 'older'
    const edge = (isOlder ? pictures[0] : pictures.at(-1))?.message_id
    if (edge === undefined || (isOlder ? foundOldest : foundNewest)) return
    const more = await picturesAround(client, view, edge, direction)
    if (page().pictures !== pictures) return
    setPage({
      pictures: isOlder ? [...more.pictures, ...pictures] : [...pictures, ...more.pictures],
      foundOldest: isOlder ? more.foundOldest : foundOldest,
      foundNewest: isOlder ? foundNewest : more.foundNewest,
    })
    if (isOlder) setAt(at() + more.pictures.length)
  }

  function move(by: 1 | -1) {
    const last = page().pictures.length - 1
    setAt(Math.max(0, Math.min(last, at() + by)))
    if (at() === 0) void loadBeyond('older')
    if (at() === last) void loadBeyond('newer')
  }

  return { view, page, at, picture, loadAround, move }
}

/** The pictures of the open view, one after the other, as large as the window. The arrow keys move, and Escape closes. */
export function Viewer(props: Props) {
  const client = useClient()
  const { go } = client
  let dialog!: HTMLDialogElement
  const { view, page, at, picture, loadAround, move } = createPictures(client, props.link)

  onMount(() => {
    dialog.showModal()
    void loadAround()
  })
  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={picture().name}
      onClose={() => props.close()}
      onClick={({ target }) => target === dialog && dialog.close()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1)
        else if (event.key === 'ArrowLeft') move(-1)
        else return
        event.preventDefault()
      }}
    >
      <img src={picture().source} alt={picture().name} />
      <footer>
        <span class="name">{picture().name}</span>
        <Steps at={at()} page={page()} move={move} />
        <Show when={picture().message_id}>
          {(message_id) => (
            <button
              class="act"
              onClick={() => {
                dialog.close()
                go({ ...view, near: message_id() })
              }}
            >
              {mediaWords.viewer.message}
            </button>
          )}
        </Show>
        <a class="act" href={picture().href} target="_blank" rel="noopener noreferrer">
          {mediaWords.viewer.original}
        </a>
        <button class="act" autofocus onClick={() => dialog.close()}>
          {words.close}
        </button>
      </footer>
    </dialog>
  )
}

function Steps(props: { at: number; page: Page; move: (by: 1 | -1) => void }) {
  const count = () => `${props.page.pictures.length}${props.page.foundOldest && props.page.foundNewest ? '' : '+'}`

  return (
    <Show when={props.page.pictures.length > 1}>
      <span class="wait" role="status">
        {mediaWords.viewer.place(props.at + 1, count())}
      </span>
      <button class="act" disabled={props.at === 0} onClick={() => props.move(-1)}>
        {mediaWords.viewer.previous}
      </button>
      <button class="act" disabled={props.at === props.page.pictures.length - 1} onClick={() => props.move(1)}>
        {mediaWords.viewer.next}
      </button>
    </Show>
  )
}
