import { createUniqueId, onMount, Show, type JSX } from 'solid-js'
import { laterWords } from '../words/en-later'
import { Icon } from './icon'
import './dialog.css'

type Props = { title: string; size?: 'narrow' | 'wide'; close: () => void; children: JSX.Element; footer?: JSX.Element }

/** A dialog with a title. Escape, the button and a click beside it close it. The browser returns the focus. */
export function Dialog(props: Props) {
  let dialog!: HTMLDialogElement
  const id = createUniqueId()
  onMount(() => {
    dialog.showModal()
    // The title takes the focus, unless there is a field to write in: the browser chooses the first of both.
    dialog.querySelector<HTMLElement>('.sheet-body [autofocus]')?.focus()
  })
  return (
    <dialog
      class={`sheet ${props.size ?? 'narrow'}`}
      ref={dialog}
      aria-labelledby={id}
      onClose={() => props.close()}
      onClick={({ target }) => target === dialog && dialog.close()}
    >
      <div class="sheet-frame">
        <header>
          <h2 id={id} tabindex="-1" autofocus>
            {props.title}
          </h2>
          <button class="ib" aria-label={laterWords.close} onClick={() => dialog.close()}>
            <Icon name="close" />
          </button>
        </header>
        <div class="sheet-body">{props.children}</div>
        <Show when={props.footer}>
          <footer>{props.footer}</footer>
        </Show>
      </div>
    </dialog>
  )
}
