import { createSignal, onMount, Show } from 'solid-js'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import './viewer.css'

type Props = { pictures: HTMLAnchorElement[]; first: number; close: () => void }

/** One picture after the other, as large as the window. The arrow keys move, and Escape closes. */
export function Viewer(props: Props) {
  let dialog!: HTMLDialogElement
  const [at, setAt] = createSignal(props.first)
  onMount(() => dialog.showModal())
  const link = () => props.pictures[at()]
  const source = () => {
    const image = link()?.querySelector('img')
    return image?.dataset.srcFullsize ?? image?.getAttribute('src') ?? ''
  }
  const name = () => link()?.title || decodeURIComponent(link()?.pathname.split('/').at(-1) ?? '')
  const move = (by: number) => setAt(Math.max(0, Math.min(props.pictures.length - 1, at() + by)))
  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={name()}
      onClose={() => props.close()}
      onClick={({ target }) => target === dialog && dialog.close()}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1)
        else if (event.key === 'ArrowLeft') move(-1)
        else return
        event.preventDefault()
      }}
    >
      <img src={source()} alt={name()} />
      <footer>
        <span class="name">{name()}</span>
        <Show when={props.pictures.length > 1}>
          <span class="wait">{laterWords.viewer.place(at() + 1, props.pictures.length)}</span>
          <button class="act" disabled={at() === 0} onClick={() => move(-1)}>
            {laterWords.viewer.previous}
          </button>
          <button class="act" disabled={at() === props.pictures.length - 1} onClick={() => move(1)}>
            {laterWords.viewer.next}
          </button>
        </Show>
        <a class="act" href={link()?.href} target="_blank" rel="noopener noreferrer">
          {laterWords.viewer.original}
        </a>
        <button class="act" autofocus onClick={() => dialog.close()}>
          {words.close}
        </button>
      </footer>
    </dialog>
  )
}
